import { describe, expect, it } from 'vitest';
import { looseTexts } from './loose-texts.ts';
import { readText, repositoryFiles } from './repository-files.ts';

/** Where the rule cannot see that all is well. */
const known: Record<string, string> = {
  'app/components/brand/trail.tsx': 'The words are always the same.',
  'app/messages/rich-message.tsx': 'Another message is another element.',
};

const looseIn = (code: string) => looseTexts('example.tsx', code).map((text) => text.slice(text.indexOf(' ') + 1));

describe('a text that React moves or changes is alone in its element', () => {
  it('in every component', () => {
    const files = repositoryFiles.filter((file) => /^app\/.*\.tsx$/.test(file) && !known[file]);
    expect(files.length).toBeGreaterThan(100);
    expect(files.flatMap((file) => looseTexts(file, readText(file)).map((text) => `${file}:${text}`))).toEqual([]);
  });

  it.each([
    ['before which something appears', '<button>{busy && <i />}Save</button>', ['Save</button>;']],
    ['after something that is left out', '<p>{open ? <i /> : null}{t("a.b")}</p>', ['t("a.b")}</p>;']],
    ['beside another one', '<p>{name}, {town}</p>', ['name}, {town}</p>;', 'town}</p>;']],
    ['that comes and goes', '<p>{busy && "Wait"}{failed && <b />}</p>', ['"Wait"}{failed && <b />}</p>;']],
    ['in a list', '<p>{words.map((word) => word + " ")}</p>', ['word + " ")}</p>;']],
    ['in a fragment', '<p><>{busy && <i />}Save</></p>', ['Save</></p>;']],
    ['whose values change', '<p>{t("a.b", { count })} <a /></p>', ['t("a.b", { count })} <a /></p>;']],
    ['that is all of a component', '<A />; function A() { return <>Save</>; }', ['Save</>; };']],
  ])('finds one %s', (_, code, found) => {
    expect(looseIn(`const shown = ${code};`)).toEqual(found);
  });

  it.each([
    ['alone', '<p>{busy ? "Wait" : name}</p>'],
    ['alone beside elements', '<p><span>{name}</span>{busy && <i />}</p>'],
    ['the same for ever, beside elements', 'import { t } from "x"; <p>{t("a.b")} <a href="/">there</a></p>'],
    ['beside a property that is an element', 'interface Props { more: ReactElement } <p>Save {more}</p>'],
  ])('lets one pass that is %s', (_, code) => {
    expect(looseIn(code)).toEqual([]);
  });
});
