def state = 'OFF'
def log = []
def next = [
    OFF: { v -> v > 11 ? 'READY' : 'OFF' },
    READY: { v -> v > 13 ? 'CHARGING' : v < 11 ? 'OFF' : 'READY' },
    CHARGING: { v -> v < 12 ? 'READY' : 'CHARGING' }
]
[10, 12, 13.5, 13.2, 11.9, 10.5].each { v ->
    def to = next[state](v)
    if (to != state) log << "$state->$to@$v"
    state = to
}
println log.join('\n')
println state
