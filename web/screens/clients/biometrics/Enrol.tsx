import { Button, Group, NativeSelect, Title } from '@mantine/core'
import { IconFaceId, IconFingerprint } from '@tabler/icons-react'
import { type ClientBiometrics, usualFinger } from '@torniquete/contract/biometrics.ts'
import { useState } from 'react'
import { TerminalLines } from '../../../features/terminals/TerminalLines.tsx'
import { useSave } from '../../../forms/use-save.ts'
import { enrolmentLine, fingerChoices, holdingLine, isUnderWay } from './biometric-words.ts'
import classes from './biometrics.module.css'

interface EnrolProps {
  client: number
  known: ClientBiometrics
}

/** Each terminal, with what it has of the client and what it can be told to enrol. */
export function Enrol({ client, known: { devices, enrolment } }: EnrolProps) {
  const [finger, setFinger] = useState(String(usualFinger))
  const { submit, pending } = useSave({
    run: ({ id_device, kind }: { id_device: number; kind: 'finger' | 'face' }, send) =>
      send('biometrics.enrol', {
        params: { id_client: client },
        body: { id_device, kind, ...(kind === 'finger' && { finger: Number(finger) }) },
      }),
    done: null,
  })
  const waits = pending || isUnderWay(enrolment)
  const ask = (id_device: number, kind: 'finger' | 'face') => () => !waits && submit({ id_device, kind })
  const shared = { size: 'compact-md', variant: 'default', h: 44, 'aria-disabled': waits || undefined } as const
  return (
    <section aria-labelledby="enrol">
      <Title order={3} size="h5" id="enrol" mt="md">
        Registrar en un dispositivo
      </Title>
      {devices.some(({ enrols }) => enrols.includes('finger')) && (
        <NativeSelect
          label="Dedo"
          data={fingerChoices}
          value={finger}
          onChange={(event) => setFinger(event.currentTarget.value)}
          maw={{ xs: 280 }}
          mt="xs"
        />
      )}
      <ul className={classes.devices}>
        {devices.map((device) => {
          const line = holdingLine(device)
          const own = enrolment?.device.id === device.id ? enrolmentLine(enrolment) : null
          return (
            <li key={device.id}>
              <strong>{device.name}</strong>
              {line && <TerminalLines lines={[line]} />}
              <div role="status">{own && <TerminalLines lines={[own]} />}</div>
              <Group gap="xs">
                {device.enrols.includes('finger') && (
                  <Button
                    {...shared}
                    leftSection={<IconFingerprint size={20} aria-hidden />}
                    aria-label={`Registrar huella en ${device.name}`}
                    onClick={ask(device.id, 'finger')}
                  >
                    Registrar huella
                  </Button>
                )}
                {device.enrols.includes('face') && (
                  <Button
                    {...shared}
                    leftSection={<IconFaceId size={20} aria-hidden />}
                    aria-label={`Registrar rostro en ${device.name}`}
                    onClick={ask(device.id, 'face')}
                  >
                    Registrar rostro
                  </Button>
                )}
              </Group>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
