import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

interface ReadPdf {
  title: string;
  language: string;
  pages: number;
  /** All words in the order of reading, without white space: where lines break is not what a document says. */
  words: string;
  /** What stands at the foot of each page. */
  feet: string[];
  /** The roles of its parts, for whoever has it read aloud. */
  roles: Set<string>;
}

interface Words {
  str: string;
}

interface Mark {
  type: string;
  tag?: string;
}

const withoutSpace = (text: string) => text.replaceAll(/\s+/g, '');

/** A tagged document as programs for reading see it: what is decoration is not among its words. */
export async function readPdf(bytes: Buffer): Promise<ReadPdf> {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const info = (await pdf.getMetadata()).info as { Title: string; Language: string };
  const read: ReadPdf = {
    title: info.Title,
    language: info.Language,
    pages: pdf.numPages,
    words: '',
    feet: [],
    roles: new Set(),
  };
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    addRoles(read.roles, await page.getStructTree());
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    const open: (string | undefined)[] = [];
    let foot = '';
    // The library's types leave out what a mark is called.
    for (const item of items as (Words | Mark)[])
      if (!('type' in item)) {
        if (open.includes('Artifact')) foot += item.str;
        else read.words += withoutSpace(item.str);
      } else if (item.type === 'endMarkedContent') open.pop();
      else {
        open.push(item.tag);
        if (item.tag === 'Artifact') foot = '';
      }
    read.feet.push(foot);
  }
  return read;
}

interface Node {
  role?: string;
  children?: readonly unknown[];
}

function addRoles(roles: Set<string>, node: Node | null): void {
  if (node?.role) roles.add(node.role);
  for (const child of node?.children ?? []) addRoles(roles, child as Node);
}
