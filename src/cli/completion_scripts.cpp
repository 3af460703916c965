#include "cli/completion_scripts.h"

#include <array>

namespace aim::cli {
namespace {

constexpr std::string_view bash =
    R"script(# Completions of ai-memory for bash 4.4 and later. Try them: source <(ai-memory completions bash)
# To keep them: ai-memory completions bash > ~/.local/share/bash-completion/completions/ai-memory
_ai_memory() {
  local program=${COMP_WORDS[0]/#\~/$HOME} current=${COMP_WORDS[COMP_CWORD]} line
  local -a words=()
  COMPREPLY=()
  # What is quoted on the line arrives with its quotes; backslashes before blanks go.
  for line in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
    line=${line#[\"\']} line=${line%[\"\']}
    words+=("${line//\\/}")
  done
  while IFS= read -r line; do
    if [[ $line == :files ]]; then
      compopt -o filenames 2>/dev/null
      [[ $current == = ]] && current=
      mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
    fi
    printf -v line %q "${line%%$'\t'*}"
    COMPREPLY+=("${line//\\,/,}")
  done < <("$program" complete "${words[@]}" 2>/dev/null)
}
complete -F _ai_memory ai-memory
)script";

constexpr std::string_view zsh = R"script(#compdef ai-memory
# Completions of ai-memory for zsh. Try them: source <(ai-memory completions zsh)
# To keep them: ai-memory completions zsh > "${fpath[1]}/_ai-memory"
_ai-memory() {
  local -a lines shown
  local line
  lines=("${(@f)$("${(Q)words[1]/#\~/$HOME}" complete "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ $lines[1] == :files ]]; then
    [[ $PREFIX == --*=* ]] && compset -P '*='
    _files
    return
  fi
  for line in $lines; do
    shown+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
  done
  (( $#shown )) && _describe -V 'ai-memory' shown
}
if [[ $funcstack[1] == _ai-memory ]]; then
  _ai-memory "$@"
else
  compdef _ai-memory ai-memory
fi
)script";

constexpr std::string_view fish =
    R"script(# Completions of ai-memory for fish. Try them: ai-memory completions fish | source
# To keep them: ai-memory completions fish > ~/.config/fish/completions/ai-memory.fish
function __ai_memory_complete
    set -l words (commandline -opc)
    set -l program $words[1]
    set -e words[1]
    set -l current (commandline -ct)
    set -l lines (command $program complete $words "$current" 2>/dev/null)
    if test "$lines[1]" = :files
        __fish_complete_path (string replace -r -- '^--[^=]*=' '' "$current")
    else
        printf '%s\n' $lines
    end
end
complete -c ai-memory -f -a '(__ai_memory_complete)'
)script";

constexpr std::array scripts{ShellScript{"bash", bash}, ShellScript{"zsh", zsh},
                             ShellScript{"fish", fish}};

}  // namespace

std::span<const ShellScript> shell_scripts() {
  return scripts;
}

}  // namespace aim::cli
