#compdef adsync
# zsh completion for adsync: eval "$(adsync completion zsh)", after compinit
_adsync() {
  local -a lines ends parts endShows partShows
  local line text
  lines=("${(@f)$(${(Q)words[1]} __complete "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
  case ${lines[1]} in
    files) compset -P '*=' ; _files ; return ;;
    folders) compset -P '*=' ; _files -/ ; return ;;
    words) ;;
    *) return 1 ;;
  esac
  for line in "${(@)lines[2,-1]}"; do
    text=${line%%$'\t'*}
    if [[ $text == */ ]]; then
      parts+=("$text") ; partShows+=("$text")
    else
      ends+=("$text") ; endShows+=("${line/$'\t'/  -- }")
    fi
  done
  # Not sorted anew, and a part of an address is gone on with.
  (( $#parts )) && compadd -V parts -S '' -l -d partShows -a parts
  (( $#ends )) && compadd -V ends -l -d endShows -a ends
  (( $#parts + $#ends ))
}
if [[ $funcstack[1] == _adsync ]]; then _adsync "$@"; else compdef _adsync adsync; fi
