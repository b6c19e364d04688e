import { cloneElement, type ReactElement, type ReactNode } from 'react';
import type { MessageArguments, MessageId } from '../../content/generated/message-arguments.ts';
import { useMessages } from './use-messages.ts';

type Elements = Record<string, ReactElement>;

type Props<Id extends MessageId> = {
  id: Id;
  /** The element for each tag of the message: `<terms>Terms</terms>` takes `elements.terms`. */
  elements: Elements;
} & (keyof MessageArguments[Id] extends never ? { values?: never } : { values: MessageArguments[Id] });

const tagPattern = /<(\w+)>(.*?)<\/\1>/s;

/** `text` with its tags replaced by elements, including nested tags. */
function withElements(text: string, elements: Elements): ReactNode {
  const match = tagPattern.exec(text);
  if (!match) return text;
  const [whole, tag, inside] = match;
  const content = withElements(inside!, elements);
  const element = elements[tag!];
  return (
    <>
      {text.slice(0, match.index)}
      {element ? cloneElement(element, {}, content) : content}
      {withElements(text.slice(match.index + whole.length), elements)}
    </>
  );
}

/** A message with links or emphasis in it. */
export function RichMessage<Id extends MessageId>({ id, elements, values }: Props<Id>) {
  const { text } = useMessages();
  const message = text(id, values);
  // A browser that translates the page takes its texts away from React: another text is another element.
  return <span key={message}>{withElements(message, elements)}</span>;
}
