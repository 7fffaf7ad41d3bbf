export interface Riddle {
  readonly line: number;
  readonly problem: string;
}

const OPENING =
  /^[ \t]*(?:\/\/|\/\*\*?(?:\n\s*\*)?)[ \t]*(Of|Those|Such|What|Who|Whose|Whoever|Whatever|So many|But for|As it|Nobody|Somebody)\b/;

const DECLARATION = /^\s*(?:export )?(?:declare )?(?:abstract )?(?:interface|type|class) ([A-Z][a-z]+)\b/;
/** A participle says that something happened, not what the value is. */
const PARTICIPLE = new RegExp(
  `^(?:[A-Z][a-z]+ed|${[
    ...['Begun', 'Broken', 'Built', 'Chosen', 'Done', 'Drawn', 'Found', 'Given', 'Gone', 'Held', 'Kept', 'Known'],
    ...['Left', 'Lost', 'Made', 'Met', 'Ran', 'Said', 'Seen', 'Sent', 'Shown', 'Spent', 'Taken', 'Told', 'Won'],
    'Written',
  ].join('|')})$`,
);
const NOUNS = new Set(['Feed', 'Seed', 'Embed', 'Need', 'Speed']);

export function findRiddles(source: string): readonly Riddle[] {
  const lines = source.split('\n');
  return lines.flatMap((text, index): readonly Riddle[] => {
    // The first sentence of a block may be on its second line.
    const opening = OPENING.exec(`${text}\n${lines[index + 1] ?? ''}`)?.[1];
    const name = DECLARATION.exec(text)?.[1];
    const isParticiple = name !== undefined && PARTICIPLE.test(name) && !NOUNS.has(name);
    const line = index + 1;
    return [
      ...(opening === undefined ? [] : [{ line, problem: `the comment begins with "${opening}": say who does what` }]),
      ...(isParticiple
        ? [{ line, problem: `the type ${name} is a bare participle: name the thing, such as a noun` }]
        : []),
    ];
  });
}
