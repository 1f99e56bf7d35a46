// @ts-check
// `npm run release` makes one archive with the server's sources, the built application, Node, the database's programs
// and all other packages. The archive runs on this platform, without a registry and without anything installed.
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { installPackages } from './install.mjs'
import { listFiles } from './list-files.mjs'
import { exitWithMessage, isProgram, root, runCommand, takeLastLines } from './run-command.mjs'
import { makeScratch } from './scratch-folder.mjs'

const readme = `Torniquete

No hace falta instalar nada más.
1. Windows: abre start.cmd. Linux y macOS: ejecuta ./start
   La primera vez muestra la contraseña del master: guárdala. Ctrl+C lo detiene.
2. Para que inicie con el equipo: ./start service

Los datos quedan en la carpeta data, o donde diga DATA_DIR. Para cambiar de versión:
1. Haz una copia: ./start backup ARCHIVO
2. En la carpeta anterior: ./start service --remove si inicia con el equipo; si no, Ctrl+C
3. Mueve data y data-copias a la carpeta nueva
4. En la nueva: ./start service o, si no, ./start. Lo que haga falta cambiar en los datos se cambia solo.
En Windows se escribe start.cmd en lugar de ./start. Donde la documentación dice npm run, aquí es ./start.
Copias, restauración y lo demás: docs/operations.md
`

const commands = ['start', 'demo', 'backup', 'restore', 'restored', 'export', 'import', 'service']
const programs = ['start', 'pinned-node', 'run-command'].map((name) => `scripts/${name}.mjs`)
const parts = ['build/web', ...programs, 'docs/operations.md', 'LICENSE', 'start', 'start.cmd']
const sources = ['contract', 'server', 'demo', 'terminal-simulator', 'dgii-stand-in']
const unneeded = /^server\/(testing|operations\/crash)\/|\.test\.ts$|\/package\.json$|^server\/migrations\/schema\.sql$/
/** Files of Node that a release does not need: headers, manuals and change log. */
const unneededOfNode = /[\\/]node-[\w-]+[\\/](include|share|CHANGELOG\.md|README\.md)$/

/**
 * Copies the product into an empty folder.
 * @param {string} folder
 * @param {Record<string, any>} manifest the repository's
 */
async function copyProduct(folder, { name, version, license, type, engines, scripts }) {
  const putJson = (/** @type {string} */ file, /** @type {object} */ content) =>
    writeFileSync(join(folder, file), `${JSON.stringify(content, null, 2)}\n`)
  for (const part of parts) cpSync(join(root, part), join(folder, part), { recursive: true })
  for (const file of listFiles(sources)) if (!unneeded.test(file)) copySource(file, folder)
  for (const path of await listRuntimePackages()) copyPackage(path, join(folder, relative(root, path)))
  putJson('package.json', {
    ...{ name, version, license, private: true, type, engines },
    imports: { '#torniquete/*': './*' },
    scripts: Object.fromEntries(commands.map((command) => [command, scripts[command]])),
  })
  // The file release.json tells `start` neither to install nor to build.
  putJson('release.json', { version, platform: `${process.platform}-${process.arch}` })
  writeFileSync(join(folder, 'LEEME.txt'), readme.replaceAll('\n', '\r\n'))
}

/**
 * Makes imports of workspaces internal ones: npm's links to workspaces in node_modules do not survive every archive.
 * @param {string} file
 * @param {string} folder
 */
function copySource(file, folder) {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  if (!file.endsWith('.ts')) return cpSync(join(root, file), join(folder, file))
  writeFileSync(join(folder, file), readFileSync(join(root, file), 'utf8').replaceAll("'@torniquete/", "'#torniquete/"))
}

/** Lists the absolute folders of all packages needed at run time, including nested ones, without the workspaces. */
export async function listRuntimePackages() {
  const list = ['ls', '--omit=dev', '--all', '--parseable', '--long', '--workspace', 'server']
  const { code, output } = await runCommand('npm', list)
  if (code !== 0) exitWithMessage(`No se pudo saber qué paquetes hacen falta:\n${takeLastLines(output, 20)}`)
  const modules = join(root, 'node_modules') + sep
  // A line is `C:\folder:name@version`; npm appends a mark to extraneous packages.
  const paths = output.split('\n').flatMap((line) => /^(.+?):@?[^:@]+@[^:]+$/.exec(line.trimEnd())?.[1] ?? [])
  return paths.filter((path) => path.startsWith(modules) && existsSync(path) && realpathSync(path).startsWith(modules))
}

/**
 * Copies a package without its nested packages, which are listed and copied separately if needed.
 * @param {string} from
 * @param {string} to
 */
function copyPackage(from, to) {
  const filter = (/** @type {string} */ file) => file !== join(from, 'node_modules') && !unneededOfNode.test(file)
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, filter })
}

/**
 * Writes the release and returns the path of its archive.
 * @param {string} into
 */
async function writeRelease(into = join(root, 'build')) {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const name = `torniquete-${manifest.version}`
  const scratch = makeScratch()
  for (const folder of [join(scratch, name), into]) mkdirSync(folder, { recursive: true })
  await copyProduct(join(scratch, name), manifest)
  const archive = join(into, `${name}.tar.gz`)
  // Makes root the owner of all files: when root unpacks, tar restores the owner.
  const isGnu = (await runCommand('tar', ['--version'])).output.includes('GNU tar')
  const owner = isGnu ? ['--owner=0', '--group=0', '--numeric-owner'] : ['--uid', '0', '--gid', '0', '--numeric-owner']
  const { code, output } = await runCommand('tar', [...owner, '-czf', archive, '-C', scratch, name])
  if (code !== 0) exitWithMessage(`No se pudo hacer el archivo:\n${takeLastLines(output, 20)}`)
  return archive
}

if (isProgram(import.meta.url)) {
  await installPackages()
  await ensureBuilt().catch(exitWithMessage)
  console.log(await writeRelease(process.argv[2]))
}
