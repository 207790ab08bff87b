# fish completion for adsync: adsync completion fish > ~/.config/fish/completions/adsync.fish
function __adsync_complete
    set -l tokens (commandline -opc)
    set -l current (commandline -ct)
    set -l lines ($tokens[1] __complete $tokens[2..-1] "$current" 2>/dev/null)
    switch "$lines[1]"
        case files
            __fish_complete_path (string replace -r '^--[a-z-]+=' '' -- "$current")
        case folders
            __fish_complete_directories (string replace -r '^--[a-z-]+=' '' -- "$current")
        case words
            printf '%s\n' $lines[2..-1]
    end
end
complete -c adsync -f -a '(__adsync_complete)'
