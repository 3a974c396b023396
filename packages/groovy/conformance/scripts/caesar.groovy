def shift(String s, int n) {
    s.collect { c ->
        if (c >= 'a' && c <= 'z') (char) (('a' as char) + ((c as char) - ('a' as char) + n) % 26)
        else c
    }.join()
}
println shift('hello, world', 3)
println shift(shift('round trip', 5), 21)
