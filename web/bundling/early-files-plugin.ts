// Lets the page ask for all that its screen begins with at once. Left alone it learns of each file from the one before: the
// first names the screens', these the page's, and each waits for an answer.
import type { Plugin, Rolldown } from 'vite'

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>

/** What stands in index.html where nothing was built. */
const placeholder = 'const ahead = {}'
const page = /[\\/]screens[\\/]([^\\/]+)[\\/]\w+Page\.tsx$/

/** A chunk's files and those of all that it imports, styles too. */
function addFiles(name: string, chunks: Chunks, files: Set<string>): void {
  const chunk = chunks.get(name)
  if (!chunk || files.has(name)) return
  files.add(name)
  for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
  for (const imported of chunk.imports) addFiles(imported, chunks, files)
}

/** By the folder of the screen, which is how its address begins; '' is what all but the login have in common. */
function filesAhead(chunks: Chunks, begun: ReadonlySet<string>): Record<string, string[]> {
  const filesOf = (known: ReadonlySet<string>, ...modules: string[]) => {
    const files = new Set<string>()
    for (const { fileName, moduleIds } of chunks.values())
      if (moduleIds.some((id) => modules.some((module) => id.endsWith(module)))) addFiles(fileName, chunks, files)
    return [...files].filter((file) => !known.has(file))
  }
  const common = filesOf(begun, 'web/Screens.tsx', 'shell/Shell.tsx')
  const known = new Set([...begun, ...common])
  const modules = [...chunks.values()].flatMap(({ moduleIds }) => moduleIds)
  const pages = modules.map((id) => page.exec(id)).filter((found) => found !== null)
  const ahead: Record<string, string[]> = { '': common }
  for (const [module, folder = ''] of pages) ahead[folder] = filesOf(folder === 'login' ? begun : known, module)
  return ahead
}

export function earlyFiles(): Plugin {
  return {
    name: 'early-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = new Map(
          Object.values(bundle).flatMap((each) => (each.type === 'chunk' ? [[each.fileName, each]] : [])),
        )
        const begun = new Set([...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, name = '']) => name))
        return html.replace(placeholder, `const ahead = ${JSON.stringify(filesAhead(chunks, begun))}`)
      },
    },
  }
}
