import { Button, Group, NativeSelect, Title } from '@mantine/core'
import { type ClientBiometrics, defaultFinger } from '@torniquete/contract/members/biometrics.ts'
import { useState } from 'react'
import { TerminalLines } from '../../../features/terminals/TerminalLines.tsx'
import { useSave } from '../../../forms/use-save.ts'
import { IconFaceId, IconFingerprint } from '../../../kit/icons.ts'
import { enrolmentLine, fingerChoices, holdingLine, isUnderWay } from './biometric-words.ts'
import classes from './biometrics.module.css'

const kinds = [
  { kind: 'finger', label: 'Registrar huella', Icon: IconFingerprint },
  { kind: 'face', label: 'Registrar rostro', Icon: IconFaceId },
] as const

interface EnrolProps {
  client: number
  known: ClientBiometrics
}

/** Each terminal with the client's templates and possible enrolments. */
export function Enrol({ client, known: { devices, enrolment } }: EnrolProps) {
  const [finger, setFinger] = useState(String(defaultFinger))
  const { submit, pending } = useSave({
    run: ({ id_device, kind }: { id_device: number; kind: 'finger' | 'face' }, send) =>
      send('biometrics.enrol', {
        params: { id_client: client },
        body: { id_device, kind, ...(kind === 'finger' && { finger: Number(finger) }) },
      }),
    done: null,
  })
  const waits = pending || isUnderWay(enrolment)
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
                {kinds
                  .filter(({ kind }) => device.enrols.includes(kind))
                  .map(({ kind, label, Icon }) => (
                    <Button
                      key={kind}
                      size="compact-md"
                      variant="default"
                      h={44}
                      aria-disabled={waits || undefined}
                      leftSection={<Icon size={20} aria-hidden />}
                      aria-label={`${label} en ${device.name}`}
                      onClick={() => !waits && submit({ id_device: device.id, kind })}
                    >
                      {label}
                    </Button>
                  ))}
              </Group>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
