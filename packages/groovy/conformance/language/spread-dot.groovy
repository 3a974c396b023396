def words = ['one', 'three', null, 'five']
println words*.length()
println words*.toUpperCase()
def people = [[name: 'A', age: 3], [name: 'B', age: 5]]
println people*.name
println people.name
println people*.age.sum()
println null*.foo()
