// A terminal's templates compared with the stored ones, and missing enrolments.
import { Text } from '@mantine/core'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import { TerminalLines } from '../../../features/terminals/TerminalLines.tsx'
import { biometricLines, missingTitle } from './biometric-lines.ts'
import classes from './devices.module.css'

/** Milliseconds between polls while filling: acknowledgements cause no events. */
const untilFilled = 10_000

export function DeviceBiometrics({ id }: { id: number }) {
  const { data } = useEndpoint(
    'biometrics.device',
    { params: { id_device: id } },
    { refetchInterval: untilFilled, staleTime: 0 },
  )
  if (!data?.keeps) return null
  return (
    <section aria-label="Huellas y rostros">
      <TerminalLines lines={biometricLines(data)} />
      <Text size="sm" c="dimmed">
        Del personal no se guarda ninguna huella ni rostro: en un dispositivo nuevo se registran otra vez.
      </Text>
      {data.missing.length > 0 && (
        <details>
          <summary>{missingTitle(data)}</summary>
          <ul className={classes.refused}>
            {data.missing.map(({ id_client, name, reason }) => (
              <li key={id_client}>
                <span>{name}</span>
                <span className={classes.reason}>{reason}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}
