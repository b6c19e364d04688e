/** A paragraph or a list of the notes. */
type Block = { kind: 'paragraph'; text: string } | { kind: 'list'; entries: string[] };

/** The blocks of notes in plain text: a line that starts with `- ` is an entry, an empty line ends a paragraph. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let isOpen = false;
  for (const line of text.split('\n').map((each) => each.trim())) {
    const last = blocks.at(-1);
    if (line === '') isOpen = false;
    else if (line.startsWith('- ')) {
      const entry = line.slice(2).trim();
      if (isOpen && last?.kind === 'list') last.entries.push(entry);
      else blocks.push({ kind: 'list', entries: [entry] });
      isOpen = true;
    } else {
      if (isOpen && last?.kind === 'paragraph') last.text += ` ${line}`;
      else if (isOpen && last?.kind === 'list') last.entries.push(`${last.entries.pop()} ${line}`);
      else blocks.push({ kind: 'paragraph', text: line });
      isOpen = true;
    }
  }
  return blocks;
}

/** What is new in a version. */
export function ReleaseNotesText({ text }: { text: string }) {
  return (
    <div className="stack">
      {blocksOf(text).map((block, index) =>
        block.kind === 'paragraph' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text never change their order
          <p key={index}>{block.text}</p>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same
          <ul className="guide-list" key={index}>
            {block.entries.map((entry) => (
              <li key={entry}>{entry}</li>
            ))}
          </ul>
        ),
      )}
    </div>
  );
}
