# bash completion for adsync: eval "$(adsync completion bash)"
_adsync() {
  local line=${COMP_LINE:0:COMP_POINT} words current reply offer candidate kept
  read -r -a words <<<"$line"
  if [[ $line == *[[:space:]] || ${#words[@]} -lt 2 ]]; then words+=(""); fi
  current=${words[${#words[@]} - 1]}
  COMPREPLY=()
  reply=$("$1" __complete "${words[@]:1}" 2>/dev/null) || return 0
  offer=${reply%%$'\n'*}
  # readline breaks words at ":" and "=", and replaces only what stands after the last of them.
  kept=${current%"${current##*[:=]}"}
  case $offer in
    files | folders)
      compopt -o filenames 2>/dev/null
      while IFS= read -r candidate; do COMPREPLY+=("$candidate"); done < <(
        if [[ $offer == files ]]; then compgen -f -- "${current#"$kept"}"; else compgen -d -- "${current#"$kept"}"; fi
      )
      ;;
    words)
      while IFS= read -r candidate; do
        candidate=${candidate%%$'\t'*}
        if [[ $candidate == */ ]]; then compopt -o nospace 2>/dev/null; fi
        COMPREPLY+=("${candidate#"$kept"}")
      done < <(if [[ $reply == *$'\n'* ]]; then printf '%s\n' "${reply#*$'\n'}"; fi)
      ;;
  esac
}
complete -F _adsync adsync
