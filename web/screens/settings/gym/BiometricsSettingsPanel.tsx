// Setting to allow storing fingerprints and faces. It is saved separately, because switching it off deletes them.

import { Anchor, Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { defaultTimeZone } from '@torniquete/contract/shared/dates.ts'
import { formatCountWithNoun } from '@torniquete/contract/shared/format-numbers.ts'
import { useState } from 'react'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import { useSave } from '../../../forms/use-save.ts'
import { ConfirmDialog } from '../../../kit/ConfirmDialog.tsx'
import { SpinnerOrLoadError } from '../../../kit/LoadError.tsx'
import { Panel } from '../../../kit/Panel.tsx'
import { screens } from '../../../navigation/screens.ts'

const people = (count: number): string => formatCountWithNoun(count, 'cliente', 'clientes')

/** Names of terminals that get no templates, because no admin has accepted their address yet. */
function useUnproven(): string[] {
  const statuses = useEndpoint('devices.status', {}).data ?? []
  const devices = useEndpoint('devices.list', {}).data ?? []
  const ids = new Set(
    statuses.flatMap(({ id, origin_unproven, origin_first }) => (origin_unproven || origin_first ? id : [])),
  )
  return devices.flatMap(({ id, name }) => (ids.has(id) ? name : []))
}

export function BiometricsSettingsPanel({ zone }: { zone: string }) {
  const settings = useEndpoint('biometrics.settings', {})
  const [asking, setAsking] = useState<'stop' | 'start' | null>(null)
  const { submit, pending } = useSave({
    run: (keeps: boolean, send) =>
      send('biometrics.configure', {
        body: keeps && asking ? { keeps, unencrypted_copies: true, unproven_devices: true } : { keeps },
      }),
    done: (_, keeps) => (keeps ? 'Se guardarán huellas y rostros' : 'Ya no se guardan: lo guardado se borró'),
    onSaved: () => setAsking(null),
  })
  const known = settings.data
  const unproven = useUnproven()
  return (
    <Panel title="Huellas y rostros">
      {!known && <SpinnerOrLoadError queries={[settings]} />}
      <Text size="sm" c="dimmed">
        De cada cliente que lo acepte, el gimnasio puede guardar sus huellas y su rostro: le abren en todos los
        dispositivos, y si uno se cambia por otro que lee igual, nadie tiene que registrarse de nuevo.
      </Text>
      <Text size="sm" c="dimmed">
        Son datos biométricos: la ley pide el consentimiento expreso de cada persona
        {zone === defaultTimeZone && ' (Ley 172-13)'}. Se guardan cifrados, se borran con el cliente o cuando retira su
        consentimiento, y salen solo en las copias de seguridad.
      </Text>
      {known?.keeps && (
        <Text size="sm">
          {people(known.agreed)} {known.agreed === 1 ? 'ha' : 'han'} dado su consentimiento; se guarda algo de{' '}
          {people(known.kept)}.
        </Text>
      )}
      {known && !known.keeps && known.kept > 0 && (
        <Text size="sm" c="var(--tone-bad)" role="status">
          Se restauró una copia con lo de {people(known.kept)}: no se manda a ningún dispositivo hasta que un
          administrador confirme los consentimientos. Quítalo antes en la ficha de quien lo retiró después de la copia.
        </Text>
      )}
      {known && known.unreadable > 0 && (
        <Text size="sm" c="var(--tone-bad)" role="status">
          Lo de {people(known.unreadable)} se guardó con otra clave y no se puede leer: falta la de antes
          (BIOMETRICS_KEY o biometrics-key).
        </Text>
      )}
      {known && !known.keeps && unproven.length > 0 && (
        <Text size="sm" c="var(--tone-bad)" role="status">
          Antes de activarlo, acepta en su estado {unproven.length === 1 ? 'este dispositivo' : 'estos dispositivos'},
          que nadie ha comprobado desde dónde {unproven.length === 1 ? 'llama' : 'llaman'}, o exígele su clave de
          comunicación:{' '}
          <Anchor
            td="underline"
            renderRoot={(props) => <Link to={screens.settings.path} search={{ tab: 'devices' }} {...props} />}
          >
            {unproven.join(', ')}
          </Anchor>
          .
        </Text>
      )}
      {known && (
        <div>
          <Button
            variant={known.keeps ? 'default' : 'filled'}
            aria-disabled={pending || undefined}
            onClick={() => {
              if (known.keeps) setAsking('stop')
              else if (known.unencrypted_copies || unproven.length > 0) setAsking('start')
              else if (!pending) submit(true)
            }}
          >
            {known.keeps
              ? 'Desactivar…'
              : known.kept > 0
                ? 'Confirmar consentimientos y activar'
                : 'Activar huellas y rostros'}
          </Button>
          {!known.keeps && known.kept > 0 && (
            <Button variant="default" ml="xs" onClick={() => setAsking('stop')}>
              Borrar lo guardado…
            </Button>
          )}
        </div>
      )}
      {asking === 'stop' && known && (
        <ConfirmDialog
          title="Dejar de guardar huellas y rostros"
          confirmLabel="Borrar lo guardado"
          pendingLabel="Borrando"
          typed="BORRAR"
          pending={pending}
          onConfirm={() => submit(false)}
          onCancel={() => setAsking(null)}
        >
          Se borra lo guardado de {people(known.kept)}. Lo que cada dispositivo tiene sigue en él, y sigue abriendo. Si
          un dispositivo se cambia, habrá que registrar a todos de nuevo.
        </ConfirmDialog>
      )}
      {asking === 'start' && known && (
        <ConfirmDialog
          title="Activar huellas y rostros"
          confirmLabel={known.unencrypted_copies ? 'Activar con copias sin cifrar' : 'Activar'}
          pendingLabel="Activando"
          pending={pending}
          onConfirm={() => submit(true)}
          onCancel={() => setAsking(null)}
        >
          {unproven.length > 0 && (
            <Text size="sm">
              No recibirán huellas ni rostros hasta que los aceptes en su estado: {unproven.join(', ')}.
            </Text>
          )}
          {known.unencrypted_copies &&
            'Las copias de este equipo no van cifradas y llevarían las huellas y los rostros: quien encuentre el disco de las copias podría leerlos. Es mejor cancelar y pedir antes a quien instaló Torniquete una clave para las copias (BACKUP_KEY).'}
        </ConfirmDialog>
      )}
    </Panel>
  )
}
