import type { Command, OptionText } from '../../command/command.ts';
import { GLOBAL_OPTIONS } from '../../command/global-options.ts';

export type Words = ReadonlyMap<string, readonly string[]>;

export function completionWords(commands: readonly Command[]): Words {
  const words = new Map<string, Set<string>>();
  const add = (before: string, next: readonly string[]): void => {
    words.set(before, new Set([...(words.get(before) ?? []), ...next]));
  };
  for (const command of commands) {
    const parts = command.name.split(' ');
    for (const [index, part] of parts.entries()) add(parts.slice(0, index).join(' '), [part]);
    add(command.name, [...(command.options ?? []), ...GLOBAL_OPTIONS].map(longFlag));
  }
  add('completion', Object.keys(SHELLS));
  add('', [...GLOBAL_OPTIONS.map(longFlag), '--help', '--version', 'help']);
  return new Map([...words].map(([before, next]) => [before, [...next].sort()]));
}

function longFlag({ flags }: OptionText): string {
  return flags.split(' ')[0] ?? '';
}

export const SHELLS: Readonly<Record<string, (words: Words) => string>> = { bash, zsh, fish };

function bash(words: Words): string {
  return `_servicectl() {
  local typed="" word next
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
${takeKnown(words)}
  done
${lookUp(words)}
  COMPREPLY=($(compgen -W "$next" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _servicectl servicectl
`;
}

function zsh(words: Words): string {
  return `#compdef servicectl
_servicectl() {
  local typed="" word next
  for word in "\${(@)words[2,CURRENT-1]}"; do
${takeKnown(words)}
  done
${lookUp(words)}
  compadd -- \${=next}
  # After a group only its words make sense, so files are offered where options begin the list.
  [[ -z "$next" || "$next" == --* ]] && _files
}
# A file in fpath is first loaded by a Tab, which it must also answer.
if [[ "$funcstack[1]" == _servicectl ]]; then _servicectl "$@"
elif (( $+functions[compdef] )); then compdef _servicectl servicectl; fi
`;
}

function takeKnown(words: Words): string {
  return `    case "\${typed:+$typed }$word" in\n      ${known(words).join('|')}) typed="\${typed:+$typed }$word" ;;\n    esac`;
}

function known(words: Words): readonly string[] {
  return [...words.keys()].filter((typed) => typed !== '').map((typed) => `"${typed}"`);
}

function lookUp(words: Words): string {
  const cases = [...words].map(([typed, next]) => `    "${typed}") next="${next.join(' ')}" ;;`);
  return `  case "$typed" in\n${cases.join('\n')}\n    *) next="" ;;\n  esac`;
}

function fish(words: Words): string {
  const lines = [...words].flatMap(([typed, next]) =>
    next.map((word) => {
      const condition = `__servicectl_typed "${typed}"`;
      return word.startsWith('--')
        ? `complete -c servicectl -n '${condition}' -l ${word.slice(2)}`
        : `complete -c servicectl -n '${condition}' -f -a ${word}`;
    }),
  );
  return `function __servicectl_typed
  set -l typed ""
  for word in (commandline -opc)[2..-1]
    set -l longer (string trim -- "$typed $word")
    contains -- "$longer" ${known(words).join(' ')}; and set typed "$longer"
  end
  test "$typed" = "$argv[1]"
end
${lines.join('\n')}
`;
}
