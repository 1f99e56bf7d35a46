// Starts the product with a demo gym, in a separate data folder.
import { StandInServer } from '../dgii-stand-in/stand-in.ts'
import { envVariableNames, makeDataFolder, readConfig } from '../server/config.ts'
import { StartRefusal } from '../server/platform/start-refusal.ts'
import { startServer } from '../server/running-server.ts'
import { demoPassword, demoUsers, ensureDemoGym } from './demo-gym.ts'
import { startSimulatedArrivals } from './simulated-arrivals.ts'
import { startSimulatedSales } from './simulated-sales.ts'

const channelVariables = ['SMTP_URL', 'MAIL_FROM', 'WHATSAPP_TOKEN', 'WHATSAPP_PHONE_ID']
const providerVariables = ['FISCAL_PROVIDER_URL', 'FISCAL_PROVIDER_TOKEN']
/** Unsets the configured backup bucket: the demo gym has the same ids as a real gym whose backups may be there. */
const bucketVariables = envVariableNames.filter((name) => name.startsWith('S3_'))

const dgii = await new StandInServer({ faults: { processingMs: 3000 } }).start()

try {
  // The demo's passwords are public, so the demo listens only on this machine unless HOST is set.
  const config = readConfig({
    DATA_DIR: './demo-data',
    HOST: '127.0.0.1',
    ...process.env,
    // Unsets the message channels: clients are invented, but their phone numbers may exist, so nothing may be sent.
    ...Object.fromEntries([...channelVariables, ...bucketVariables, ...providerVariables].map((name) => [name, ''])),
    DGII_URL: dgii.address,
    MASTER_USERNAME: 'master',
    MASTER_PASSWORD: demoPassword,
  })
  makeDataFolder(config)
  const running = await startServer(config, { makesBackups: false })
  await ensureDemoGym(running.database, running.loopback, dgii)
  const { hostname, port } = new URL((running.door ?? running).loopback)
  const stopArrivals = startSimulatedArrivals(hostname, Number(port))
  const stopSelling = startSimulatedSales(running.loopback)
  running.beforeStop(async () => {
    stopSelling()
    await Promise.all([stopArrivals(), dgii.stop()])
  })
  console.log(`El gimnasio de demostración está listo en ${running.address}\n`)
  for (const { username, role } of [...demoUsers, { username: 'master', role: 'Master' }])
    console.log(`  ${role.padEnd(20)} ${username.padEnd(10)} ${demoPassword}`)
  console.log(
    '\nEn la puerta principal hay un terminal simulado: alguien llega cada pocos segundos, y en el mostrador se sigue vendiendo.\nEl de la puerta de atrás es lento, no tiene sitio para todos y a ratos se queda sin red. Por un tercero se sale.\nLos comprobantes electrónicos van a una DGII simulada. Los mensajes a los clientes no salen de aquí: se leen en la ficha de cada uno y en Configuración → Notificaciones. Ctrl+C lo detiene todo.',
  )
} catch (error) {
  console.error(error instanceof StartRefusal ? error.message : error)
  process.exitCode = 1
  await dgii.stop()
}
