import { makeDataFolder, readConfig } from './config.ts'
import { disallowFirstStart, hasServerRunBefore, requireExpectedData } from './operations/service/missing-data-check.ts'
import { loadServiceSettings } from './operations/service/service-settings.ts'
import { StartRefusal } from './platform/start-refusal.ts'
import { startServer } from './running-server.ts'

try {
  loadServiceSettings(process.env)
  const config = readConfig(process.env)
  requireExpectedData(process.env, config)
  if (!hasServerRunBefore(config)) console.error('Preparando la base de datos. La primera vez puede tardar un minuto…')
  makeDataFolder(config)
  const running = await startServer(config)
  disallowFirstStart(config)
  console.log(`Torniquete está listo en ${running.address}`)
  if (running.lan.length > 0) {
    console.log(`Desde otro equipo${running.door ? ' o un teléfono' : ', un teléfono o una terminal'} de esta red:`)
    for (const address of running.lan) console.log(`  ${address}`)
  }
  if (running.door) {
    console.log('Las terminales llaman a:')
    for (const address of running.door.lan) console.log(`  ${address}`)
  }
  if (running.plain)
    console.log(
      'Por esta red las contraseñas viajan sin cifrar (http). Para cifrarlas: TLS_CERT y TLS_KEY, en docs/operations.md.',
    )
  if (running.link) {
    const addresses = [running.address, ...running.lan]
    const which = addresses.length > 1 ? 'uno de estos enlaces' : 'este enlace'
    console.log(`\nPara entrar por primera vez, abre ${which} en el navegador. Sirve una sola vez y vence en 24 horas:`)
    // The login token follows `#`, since browsers do not send that part of a URL. The login page reads it.
    for (const address of addresses) console.log(`  ${address}/#entrar=${running.link}`)
  }
  if (running.masterPassword) {
    console.log(`\n  Usuario:    ${config.MASTER_USERNAME}\n  Contraseña: ${running.masterPassword}\n`)
    console.log('Guárdala: no se muestra otra vez.')
  }
} catch (error) {
  console.error(error instanceof StartRefusal ? error.message : error)
  process.exitCode = 1
}
