/** The shells that a script can be printed for. */
export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

/*
 * The scripts know nothing of the commands: they hand the words to `coppice __complete`, which answers with a
 * line for each candidate, `value TAB description`, or with `:files` or `:directories` where the shell itself
 * knows best.
 */

const bash = `# bash completion for coppice: source <(coppice completion bash)
_coppice_answer() {
  # $1: what the words are completed for, "coppice" or "coppice path" and so on, without the program's name.
  local line before=\${COMP_LINE:0:COMP_POINT} current word prefix
  local -a words
  read -ra words <<<"$before"
  current=\${before##*[[:space:]]}
  if [ -z "$current" ]; then words+=(""); fi
  # bash also splits at characters such as @ and =; what it takes for the word is only the end of ours.
  word=\${COMP_WORDS[COMP_CWORD]}
  prefix=\${current%"$word"}
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :files) compopt -o default; return ;;
      :directories) compopt -o dirnames; return ;;
    esac
    line=\${line%%$'\\t'*}
    line=\${line#"$prefix"}
    COMPREPLY+=("$(printf %q "$line")")
  done < <(command coppice __complete "$@" "\${words[@]:1}" 2>/dev/null)
}
_coppice() { _coppice_answer; }
complete -F _coppice coppice
`;

const zsh = `#compdef coppice
# zsh completion for coppice: source <(coppice completion zsh), or a file _coppice in $fpath
_coppice_answer() {
  local -a lines values shown
  local line
  lines=("\${(@f)$(command coppice __complete "$@" "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  for line in "\${lines[@]}"; do
    case $line in
      '') continue ;;
      :files) _files; return ;;
      :directories) _files -/; return ;;
    esac
    values+=("\${line%%$'\\t'*}")
    shown+=("\${line/$'\\t'/  -- }")
  done
  compadd -l -d shown -a values
}
_coppice() { _coppice_answer; }
if [ "\${funcstack[1]}" = _coppice ]; then _coppice "$@"; else compdef _coppice coppice; fi
`;

const fish = `# fish completion for coppice: coppice completion fish | source
function __coppice_answer
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    for line in (command coppice __complete $argv $words[2..-1] "$current" 2>/dev/null)
        switch $line
            case :files
                __fish_complete_path $current
            case :directories
                __fish_complete_directories $current
            case '*'
                echo $line
        end
    end
end
complete -c coppice -f -a '(__coppice_answer)'
`;

const completions: Readonly<Record<Shell, string>> = { bash, zsh, fish };

/** The script that makes a shell complete `coppice`. */
export const completionScript = (shell: Shell): string => completions[shell];

const posixFunction = `ccd() {
  local directory
  directory=$(command coppice path "$@") && cd -- "$directory"
}
`;

const functions: Readonly<Record<Shell, string>> = {
  bash: `# ccd <worktree>: eval "$(coppice shell-init bash)"
${posixFunction}_ccd() {
  type _coppice_answer >/dev/null 2>&1 && _coppice_answer path
}
complete -F _ccd ccd
`,
  zsh: `# ccd <worktree>: eval "$(coppice shell-init zsh)"
${posixFunction}_ccd() {
  (( \${+functions[_coppice_answer]} )) && _coppice_answer path
}
(( \${+functions[compdef]} )) && compdef _ccd ccd
true
`,
  fish: `# ccd <worktree>: coppice shell-init fish | source
function ccd
    set -l directory (command coppice path $argv)
    and cd -- $directory
end
complete -c ccd -f -a '(command coppice __complete path (commandline -ct) 2>/dev/null)'
`,
};

/** The script that gives a shell its `ccd` function. */
export const shellFunction = (shell: Shell): string => functions[shell];
