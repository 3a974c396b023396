def roman(int n) {
    def out = ''
    [[1000, 'M'], [900, 'CM'], [500, 'D'], [400, 'CD'], [100, 'C'], [90, 'XC'], [50, 'L'], [40, 'XL'], [10, 'X'], [9, 'IX'], [5, 'V'], [4, 'IV'], [1, 'I']].each { v, s ->
        while (n >= v) { out += s; n -= v }
    }
    out
}
println([1, 4, 9, 14, 1994, 2026].collect { roman(it) })
println((0..255).step(51).collect { String.format('%02x', it) })
println 'ff'.toList().inject(0) { a, c -> a * 16 + '0123456789abcdef'.indexOf(c) }
println 'CAFE'.collect { Integer.parseInt(it, 16) }
