import { spoken } from '../../contract/language/spoken';

/** Words of `sluice completion`. */
export const completionText = spoken({
  description: 'Print a script that completes commands, options and names in a shell.',
  shell: 'print the script for this shell',
  names: 'Print the names that a script completes.',
  namesKind: 'list these names',
  examples: `
Examples:
  source <(sluice completion bash)          # in ~/.bashrc
  sluice completion bash > sluice.bash      # or from a file
  source <(sluice completion zsh)           # in ~/.zshrc, after compinit
  sluice completion fish > ~/.config/fish/completions/sluice.fish`,
});
