import type { Command } from '../../command/command.ts';
import { wrongUse } from '../../outcome/failure.ts';
import { textResult } from '../../outcome/result.ts';
import { completionWords, SHELLS } from './shell-scripts.ts';

export function completionOf(others: readonly Command[]): Command {
  const completion: Command = {
    name: 'completion',
    args: ['<shell>'],
    summary: 'Print what completes the command in bash, zsh (after `compinit`) or fish',
    examples: [
      'completion bash >> ~/.bashrc',
      'completion zsh >> ~/.zshrc',
      'completion fish > ~/.config/fish/completions/servicectl.fish',
    ],
    async run(_context, [shell = '']) {
      const write = SHELLS[shell];
      if (write === undefined) throw wrongUse(`There is no completion for "${shell}": it is bash, zsh or fish.`);
      const script = write(completionWords([...others, completion]));
      return textResult({ script }, script);
    },
  };
  return completion;
}
