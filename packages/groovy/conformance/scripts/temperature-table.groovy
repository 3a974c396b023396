for (int c = -20; c <= 40; c += 20) {
    def f = c * 9 / 5 + 32
    printf('%4d C = %6.1f F%n', c, f as double)
}
(0..3).each { println String.format('%3d | %-6s | %+.2e', it, 'x' * it, it * 1234.5678d) }
