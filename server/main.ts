// Environment → running server.
import { makeDataFolder, readConfig, WrongSetting } from './config.ts'
import { EmbeddedPostgresError } from './db/embedded/errors.ts'
import { startServer } from './running-server.ts'

try {
  const config = readConfig(process.env)
  makeDataFolder(config)
  const running = await startServer(config)
  console.log(`Torniquete está listo en ${running.address}`)
  if (running.lan.length > 0) {
    console.log('Desde otro equipo, un teléfono o una terminal de esta red:')
    for (const address of running.lan) console.log(`  ${address}`)
  }
  if (running.masterPassword) {
    console.log(`\n  Usuario:    ${config.MASTER_USERNAME}\n  Contraseña: ${running.masterPassword}\n`)
    console.log('Guárdala: no se muestra otra vez.')
  }
} catch (error) {
  const known = error instanceof WrongSetting || error instanceof EmbeddedPostgresError
  console.error(known ? error.message : error)
  process.exitCode = 1
}
