def n = 1
def eager = "n=${n}"
def lazy = "n=${-> n}"
n = 2
println eager
println lazy
def list = [1]
def s = "list: $list"
list << 2
println s
