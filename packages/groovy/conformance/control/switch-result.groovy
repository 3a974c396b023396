def name(x) {
    switch (x) {
        case 1:
            'one'
            break
        case 2:
            'two'
            break
        default:
            'many'
    }
}
println name(1) + name(2) + name(3)
def r = []
def kind = { v ->
    switch (v) {
        case ~/\d+/: r << 'digits'; break
        case ~/[a-z]+/: r << 'letters'; break
        case Number: r << 'number'; break
        default: r << '?'
    }
}
['12', 'ab', 5, 'A1'].each(kind)
println r
