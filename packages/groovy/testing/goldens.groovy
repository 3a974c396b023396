// Runs every script of a folder with real Groovy in one JVM and prints what each prints, as JSON.
// groovy goldens.groovy FOLDER > goldens.json
import groovy.json.JsonOutput

def folder = new File(args[0])
def results = new TreeMap()
folder.eachFileRecurse { file ->
    if (!file.name.endsWith('.groovy')) return
    def name = folder.toURI().relativize(file.toURI()).path - '.groovy'
    def captured = new ByteArrayOutputStream()
    def stream = new PrintStream(captured, true, 'UTF-8')
    def before = System.out
    System.out = stream
    try {
        new GroovyShell().evaluate(file.getText('UTF-8'), 'Script1.groovy')
    } catch (Throwable error) {
        def at = error.stackTrace.find { it.fileName == 'Script1.groovy' }
        def message = error.message?.readLines()?.find { true }
        if (error instanceof AssertionError) message = message?.replaceAll(/\. Expression: .*/, '')
        stream.print("!! ${error.class.name}: ${message} @ line ${at?.lineNumber}")
    } finally {
        System.out = before
    }
    stream.flush()
    results[name] = captured.toString('UTF-8')
}
println JsonOutput.prettyPrint(JsonOutput.toJson(results))
