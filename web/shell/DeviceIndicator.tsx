import { IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react'
import { pollInterval, useEndpoint } from '../api/use-endpoint.ts'
import classes from './PageHeader.module.css'

/** Whether some terminal of the gym is connected, asked every 5 s. Nothing until the first answer. */
export function DeviceIndicator({ hiddenWhenDisconnected }: { hiddenWhenDisconnected: boolean }) {
  const devices = useEndpoint('devices.list', {}, { refetchInterval: pollInterval })
  const connected = devices.data?.some((device) => device.connected) ?? false
  if (devices.isPending || (hiddenWhenDisconnected && !connected)) return null
  const Icon = connected ? IconPlugConnected : IconPlugConnectedX
  const text = connected ? 'Dispositivo conectado' : 'Dispositivo desconectado'
  return (
    <span className={classes.badge} data-tone={connected ? 'good' : 'bad'} role="status" title={text}>
      <Icon size={20} stroke={1.6} aria-hidden />
      <span className={classes.word}>{text}</span>
    </span>
  )
}
