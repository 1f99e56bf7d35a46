// @ts-check
// `npm run release`: one archive with the server's sources, the built application, Node, the database's programs and all
// other packages. It runs on this platform, without a registry and without anything installed.
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { setUp } from './install.mjs'
import { listFiles } from './list-files.mjs'
import { giveUp, isProgram, lastLines, root, runCommand } from './run-command.mjs'
import { makeScratch } from './scratch.mjs'

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

const parts = [
  'build/web',
  'scripts/start.mjs',
  'scripts/pinned-node.mjs',
  'scripts/run-command.mjs',
  'docs/operations.md',
  'LICENSE',
  'start',
  'start.cmd',
]
const sources = ['contract', 'server', 'demo', 'terminal-simulator']
const unneeded = /^server\/(testing|crash)\/|\.test\.ts$|\/package\.json$|^server\/db\/schema\.sql$/
/** Header files, manuals and change log of Node. */
const unneededOfNode = /[\\/]node-[\w-]+[\\/](include|share|CHANGELOG\.md|README\.md)$/

/** Copies the product into an empty folder. */
async function fill(/** @type {string} */ folder) {
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const part of parts) cpSync(join(root, part), join(folder, part), { recursive: true })
  for (const file of listFiles(sources)) if (!unneeded.test(file)) copySource(file, folder)
  for (const path of await runtimePackages()) copyPackage(path, join(folder, relative(root, path)))
  const { name, version, license, type, engines } = own
  const scripts = Object.fromEntries(
    ['start', 'demo', 'backup', 'restore', 'restored', 'export', 'import', 'service'].map((each) => [
      each,
      own.scripts[each],
    ]),
  )
  const imports = { '#torniquete/*': './*' }
  const manifest = { name, version, license, private: true, type, engines, imports, scripts }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  // The start neither installs nor builds where it is.
  writeFileSync(
    join(folder, 'release.json'),
    `${JSON.stringify({ version, platform: `${process.platform}-${process.arch}` })}\n`,
  )
  writeFileSync(join(folder, 'LEEME.txt'), readme.replaceAll('\n', '\r\n'))
}

/** Here workspaces are no packages: the links that npm makes in node_modules do not survive every archive. */
function copySource(/** @type {string} */ file, /** @type {string} */ folder) {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  if (!file.endsWith('.ts')) return cpSync(join(root, file), join(folder, file))
  const source = readFileSync(join(root, file), 'utf8')
  writeFileSync(join(folder, file), source.replaceAll("'@torniquete/", "'#torniquete/"))
}

/** Absolute folders, nested ones too, without the workspaces. */
export async function runtimePackages() {
  const { code, output } = await runCommand('npm', [
    'ls',
    '--omit=dev',
    '--all',
    '--parseable',
    '--long',
    '--workspace',
    'server',
  ])
  if (code !== 0) giveUp(`No se pudo saber qué paquetes hacen falta:\n${lastLines(output, 20)}`)
  const modules = join(root, 'node_modules')
  // `C:\folder:name@version`, and what nothing asks for marked: npm leaves what a package of the build could use.
  const paths = output.split('\n').flatMap((line) => /^(.+?):@?[^:@]+@[^:]+$/.exec(line.trimEnd())?.[1] ?? [])
  return paths.filter(
    (path) => path.startsWith(modules + sep) && existsSync(path) && realpathSync(path).startsWith(modules + sep),
  )
}

/** Without the packages below it: those that are needed come by themselves. */
function copyPackage(/** @type {string} */ from, /** @type {string} */ to) {
  const below = join(from, 'node_modules')
  cpSync(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => file !== below && !unneededOfNode.test(file),
  })
}

/** Who made it is nobody's business, and root would unpack it as another's. */
async function nobodysOwn() {
  const { output } = await runCommand('tar', ['--version'])
  const owner = output.includes('GNU tar') ? ['--owner=0', '--group=0'] : ['--uid', '0', '--gid', '0']
  return [...owner, '--numeric-owner']
}

/**
 * Answers the archive's path.
 * @param {string} into
 */
export async function release(into = join(root, 'build')) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const name = `torniquete-${version}`
  const scratch = makeScratch()
  mkdirSync(join(scratch, name))
  await fill(join(scratch, name))
  mkdirSync(into, { recursive: true })
  const archive = join(into, `${name}.tar.gz`)
  const { code, output } = await runCommand('tar', [...(await nobodysOwn()), '-czf', archive, '-C', scratch, name])
  if (code !== 0) giveUp(`No se pudo hacer el archivo:\n${lastLines(output, 20)}`)
  return archive
}

if (isProgram(import.meta.url)) {
  await setUp()
  await ensureBuilt()
  console.log(await release(process.argv[2]))
}
