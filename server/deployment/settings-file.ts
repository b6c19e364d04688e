/**
 * One grammar for whoever reads the settings, a part of what systemd takes in an EnvironmentFile: `NAME=value` on a line of its own, the value
 * bare or in single or double quotes; lines that begin with # are comments. Whatever two readers could understand in two ways is refused: a
 * backslash, a quote inside a value, $ and ` between double quotes.
 */

/** The settings of `text`, and what is wrong with it: a sentence for each line, never with a value, which may be secret. */
export function parseSettings(text: string): { settings: Record<string, string>; faults: string[] } {
  const settings: Record<string, string> = {};
  const faults: string[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*(?:[#;].*)?$/.test(line)) continue;
    const [, name, written = ''] = /^([A-Z][A-Z\d_]*)=(.*)$/.exec(line) ?? [];
    const value = readValue(written.trim());
    if (!name) faults.push(`line ${index + 1}: this is no NAME=value`);
    else if (value === undefined)
      faults.push(`line ${index + 1}: ${name} has a quote, a backslash or a control inside its value`);
    else if (name in settings) faults.push(`line ${index + 1}: ${name} is there twice`);
    else settings[name] = value;
  }
  return { settings, faults };
}

function readValue(written: string): string | undefined {
  const [, single, double, bare] = /^(?:'([^'\\]*)'|"([^"\\$`]*)"|([^'"\\]*))$/.exec(written) ?? [];
  const value = single ?? double ?? bare;
  return value === undefined || /\p{Cc}/u.test(value) ? undefined : value;
}

/** `text` with the setting where it stands, or a comment of its name, otherwise at the end. Throws for what no reader would read back. */
export function withSetting(text: string, name: string, value: string): string {
  const written = /^[\w@%+=:,./-]*$/.test(value) ? value : `'${value}'`;
  if (readValue(written) !== value) throw new Error(`${name} may have neither ' nor \\ nor a control inside.`);
  const line = `${name}=${written}`;
  const place = new RegExp(`^(?:#\\s*)?${name}=.*$`, 'm');
  const own = new RegExp(`^${name}=.*$`, 'm');
  if (own.test(text)) return text.replace(own, () => line);
  if (place.test(text)) return text.replace(place, () => line);
  return `${text}${text && !text.endsWith('\n') ? '\n' : ''}${line}\n`;
}
