def words = ['b', 'a']
println words.collect('x'.&plus)
def max = Math.&max
println max(3, 7)
def shout(s) { s.toUpperCase() + '!' }
def f = this.&shout
println f('hey')
println words.collect(this.&shout)
