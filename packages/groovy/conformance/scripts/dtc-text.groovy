def dtc(int code) {
    def letter = ['P', 'C', 'B', 'U'][code >> 14 & 3]
    letter + String.format('%X%03X', code >> 12 & 3, code & 0xFFF)
}
println([0x0123, 0x4ABC, 0x9001, 0xC100].collect { dtc(it) })
def flags = { int s -> ['TF', 'TFC', 'P', 'C'].withIndex().findAll { n, i -> s >> i & 1 }*.first() }
println flags(0b1001)
println flags(0)
