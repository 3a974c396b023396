def test(x) {
    switch (x) {
        case 1: return 'one'
        case 'a': return 'letter a'
        case [2, 3]: return 'two or three'
        case 4..9: return 'four to nine'
        case Integer: return 'integer'
        case String: return 'string'
        case null: return 'null'
        case ~/x.*/: return 'never'
        case { it instanceof List && it.size() > 2 }: return 'long list'
        case List: return 'list'
        default: return 'other'
    }
}
[1, 'a', 2, 3, 7, 100, 'xyz', null, [1, 2, 3], [], 2.5].each { println test(it) }
