// @ts-check
// `npm run release`: what is built, with the packages that it needs at run time, as one archive that needs Node and nothing
// else: no registry, no building. The database's programs are those of this platform.
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { giveUp, isProgram, lastLines, root, runCommand } from './run-command.mjs'
import { makeScratch } from './scratch.mjs'

const readme = `Torniquete

1. Instala Node 20.19 o más nuevo: https://nodejs.org
2. Windows: abre start.cmd. Linux y macOS: ejecuta ./start
   La primera vez muestra la contraseña del master: guárdala. Ctrl+C lo detiene.
3. Para que inicie con el equipo: npm run service

Los datos quedan en la carpeta data, o donde diga DATA_DIR. Para cambiar de versión:
1. Haz una copia: npm run backup -- ARCHIVO
2. En la carpeta anterior: npm run service -- --remove si inicia con el equipo; si no, Ctrl+C
3. Mueve data y data-copias a la carpeta nueva
4. En la nueva: npm run service o, si no, start. Lo que haga falta cambiar en los datos se cambia solo.
Copias, restauración y lo demás: docs/operations.md
`

/** What of the sources is read at run time. */
const parts = [
  'server/db/migrations',
  'server/db/common-passwords.txt',
  'scripts/start.mjs',
  'scripts/run-command.mjs',
  'docs/operations.md',
  'LICENSE',
  'start',
  'start.cmd',
]
/** Nobody sells by it. */
const left = /^bench\.mjs/

/** Copies the built program into a folder of its own. */
async function fill(/** @type {string} */ folder) {
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const part of parts) cpSync(join(root, part), join(folder, part), { recursive: true })
  const isWanted = (/** @type {string} */ file) => !left.test(basename(file))
  for (const part of ['build/server', 'build/web'])
    cpSync(join(root, part), join(folder, part), { recursive: true, filter: isWanted })
  for (const path of await runtimePackages()) copyPackage(path, join(folder, relative(root, path)))
  const { name, version, license, type, engines } = own
  const scripts = Object.fromEntries(
    ['start', 'demo', 'backup', 'restore', 'restored', 'export', 'import', 'service'].map((each) => [
      each,
      own.scripts[each],
    ]),
  )
  const manifest = { name, version, license, private: true, type, engines, scripts }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  // The start neither installs nor builds where it is.
  writeFileSync(
    join(folder, 'release.json'),
    `${JSON.stringify({ version, platform: `${process.platform}-${process.arch}` })}\n`,
  )
  writeFileSync(join(folder, 'LEEME.txt'), readme.replaceAll('\n', '\r\n'))
}

/** Absolute folders, nested ones too; our own are in the bundle. */
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
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, filter: (file) => file !== below })
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
  await ensureInstalled()
  await ensureBuilt()
  console.log(await release(process.argv[2]))
}
