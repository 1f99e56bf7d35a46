import { Alert, Textarea, TextInput } from '@mantine/core'
import { showInstant } from '@torniquete/contract/shared/dates.ts'
import { now } from '../../../api/server-clock.ts'
import type { RecordForm } from '../../../forms/use-record-form.tsx'
import classes from './gym.module.css'
import type { GymInfoValues } from './gym-info-values.ts'
import { ZoneSelect, zoneLabel } from './ZoneSelect.tsx'

interface GymInfoFieldsProps extends Pick<RecordForm<GymInfoValues>, 'form' | 'field'> {
  /** The saved zone, used for days until the form is saved. */
  storedZone: string
}

export function GymInfoFields({ form, field, storedZone }: GymInfoFieldsProps) {
  const { timeZone } = form.values
  return (
    <>
      <div className={classes.fields}>
        <TextInput required maxLength={255} {...field('name', 'Nombre')} />
        <TextInput type="tel" maxLength={20} {...field('phone_number', 'Teléfono')} />
        <TextInput type="email" maxLength={255} {...field('email', 'Correo')} />
        <TextInput maxLength={255} {...field('address', 'Dirección')} />
      </div>
      <ZoneSelect {...field('timeZone', 'Zona horaria', { show: zoneLabel })} />
      {timeZone !== storedZone && <ZoneNotice zone={timeZone} />}
      <div className={classes.fields}>
        <Textarea minRows={3} maxLength={1000} {...field('opening_hours', 'Horario')} />
        <Textarea minRows={3} maxLength={1000} {...field('services', 'Servicios')} />
      </div>
    </>
  )
}

function ZoneNotice({ zone }: { zone: string }) {
  return (
    <Alert color="yellow" role="status" title="Los días se contarán en esta zona">
      Allí son ahora las {showInstant(zone, now().toISOString()).split(' ').reverse().join(' del ')}. Al guardar cambian
      el «hoy» de todas las pantallas, la medianoche en que terminan las membresías y la hora del reporte diario. Lo ya
      registrado no cambia de instante, pero puede caer en otro día.
    </Alert>
  )
}
