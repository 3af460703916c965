#include "cli/completions.h"

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

constexpr std::string_view elvish =
    R"script(# Completions of ai-memory for Elvish 0.17 and later. Try them: eval (ai-memory completions elvish | slurp)
# To keep them: ai-memory completions elvish > ~/.config/elvish/lib/ai-memory.elv, and "use ai-memory" in rc.elv
use str
set edit:completion:arg-completer[ai-memory] = {|@words|
  var lines = [((external $words[0]) complete (all $words[1..]) 2>/dev/null | from-lines)]
  if (and (> (count $lines) 0) (eq $lines[0] :files)) {
    edit:complete-filename $words[-1]
  } else {
    for line $lines {
      var parts = [(str:split "\t" $line)]
      edit:complex-candidate $parts[0] &display=(str:join "  " $parts)
    }
  }
}
)script";

constexpr std::string_view powershell =
    R"script(# Completions of ai-memory for PowerShell. Try them: ai-memory completions powershell | Out-String | Invoke-Expression
# To keep them: ai-memory completions powershell >> $PROFILE
Register-ArgumentCompleter -Native -CommandName ai-memory -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $elements = @($commandAst.CommandElements)
    $words = @($elements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.StartOffset -lt $cursorPosition } |
        ForEach-Object {
            if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value }
            else { $_.ToString() }
        })
    if ($wordToComplete -eq '') {
        # Before 7.3 an empty argument does not arrive unless its quotes are quoted.
        $words += if ($PSVersionTable.PSVersion -lt [version]'7.3') { '""' } else { '' }
    }
    $lines = @(& $elements[0].ToString() complete @words 2>$null)
    if ($lines.Count -gt 0 -and $lines[0] -eq ':files') {
        return [System.Management.Automation.CompletionCompleters]::CompleteFilename($wordToComplete)
    }
    foreach ($line in $lines) {
        $value, $about = $line -split "`t", 2
        if (-not $about) { $about = $value }
        $text = if ($value -match '[\s''"]') { "'" + $value.Replace("'", "''") + "'" } else { $value }
        [System.Management.Automation.CompletionResult]::new($text, $value, 'ParameterValue', $about)
    }
}
)script";

constexpr std::array scripts{ShellScript{shell_names[0], bash}, ShellScript{shell_names[1], zsh},
                             ShellScript{shell_names[2], fish}, ShellScript{shell_names[3], elvish},
                             ShellScript{shell_names[4], powershell}};

}  // namespace

std::span<const ShellScript> shell_scripts() {
  return scripts;
}

}  // namespace aim::cli
