import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = new Set(['.html', '.js', '.css', '.json', '.svg', '.txt', '.xml', '.webmanifest', '.vtt']);

/** Puts a `.br` and a `.gz` beside every compressible file below `directory`, at the highest level. */
export async function compressFiles(directory: string): Promise<number> {
  const files = fs
    .readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && compressible.has(path.extname(entry.name)))
    .map((entry) => path.join(entry.parentPath, entry.name));
  await Promise.all(
    files.map(async (file) => {
      const content = await fs.promises.readFile(file);
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
      await fs.promises.writeFile(`${file}.br`, await promisify(brotliCompress)(content, quality));
      await fs.promises.writeFile(
        `${file}.gz`,
        await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
      );
    }),
  );
  return files.length;
}
