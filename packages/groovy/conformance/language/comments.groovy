// a line
/* a
   block */
println 1 /* inside */ + 2
println 'a // no comment' // yes
/** doc */
println "b /* no */"
