def limits = [[to: 10, max: 5.0], [to: 20, max: 7.5], [to: Integer.MAX_VALUE, max: 10.0]]
def allowed = { t -> limits.find { t <= it.to }.max }
def data = [[5, 4.9], [10, 5.1], [15, 7.5], [30, 10.01]]
data.each { t, v -> println "$t: $v <= ${allowed(t)} ${v <= allowed(t)}" }
println data.count { t, v -> v > allowed(t) }
