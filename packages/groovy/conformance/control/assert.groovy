assert 1 + 1 == 2
assert 'abc'.contains('b') : 'contains'
try {
    assert 1 == 2 : 'one is not two'
} catch (AssertionError e) {
    println e.message.startsWith('one is not two')
    println e.class.simpleName
}
try { assert [] } catch (AssertionError e) { println 'failed' }
assert 5 > 7 : "five"
