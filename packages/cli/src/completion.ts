import { CommandError } from './command-error.ts';
import type { Output } from './context.ts';

/** Names under which npm installs the command. */
const NAMES = ['avatar', 'avatar-service'];

/** Words that the shell can complete. */
export interface Completions {
  commands: readonly string[];
  /** With their leading dashes. */
  options: readonly string[];
}

const SHELLS: Readonly<Record<string, (completions: Completions) => string>> = {
  bash: ({ commands, options }) => `_avatar() {
  local word="\${COMP_WORDS[COMP_CWORD]}"
  if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=($(compgen -W "${commands.join(' ')}" -- "$word"))
  elif [[ "$word" == -* ]]; then COMPREPLY=($(compgen -W "${options.join(' ')}" -- "$word"))
  else COMPREPLY=($(compgen -f -- "$word"))
  fi
}
complete -o filenames -F _avatar ${NAMES.join(' ')}`,
  zsh: ({ commands, options }) => `_avatar() {
  if (( CURRENT == 2 )); then compadd -- ${commands.join(' ')}
  elif [[ "$PREFIX" == -* ]]; then compadd -- ${options.join(' ')}
  else _files
  fi
}
compdef _avatar ${NAMES.join(' ')}`,
  fish: ({ commands, options }) =>
    NAMES.flatMap((name) => [
      `complete -c ${name} -n __fish_use_subcommand -f -a "${commands.join(' ')}"`,
      ...options
        .filter((option) => option.startsWith('--'))
        .map((option) => `complete -c ${name} -n "not __fish_use_subcommand" -l ${option.slice(2)}`),
    ]).join('\n'),
};

/** `avatar completion bash|zsh|fish`: prints a shell's completion script. @throws CommandError for another shell */
export function completion(shell: string, output: Output, completions: Completions): void {
  const write = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
  if (!write) throw new CommandError(`Unknown shell "${shell}"; expected ${Object.keys(SHELLS).join(', ')}`);
  output.out(write(completions));
}
