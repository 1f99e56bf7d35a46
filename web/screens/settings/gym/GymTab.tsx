import { Alert, Box, Checkbox, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type GymInfo, GymInfoChange, type PrintedGymFields } from '@torniquete/contract/admin/gym-info.ts'
import { formatInstant } from '@torniquete/contract/shared/dates.ts'
import { getCallAreaName } from '@torniquete/contract/shared/endpoint.ts'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { refetchArea } from '../../../api/invalidate-areas.ts'
import { now } from '../../../api/server-clock.ts'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import { Bill } from '../../../features/bills/Bill.tsx'
import { makeSampleBill } from '../../../features/bills/sample-bill.ts'
import { useFiscalCountry } from '../../../features/fiscal/use-fiscal-country.ts'
import { FirstStepsGuide } from '../../../features/guide/FirstStepsGuide.tsx'
import { HelpLink } from '../../../features/help/HelpLink.tsx'
import { InstallationState, installationPollIntervalMs } from '../../../features/installation/InstallationState.tsx'
import { ImageField, useChosenImageUrl } from '../../../forms/ImageField.tsx'
import { emptyToNull, makeValidator, type StoredRow, usePageForm } from '../../../forms/use-record-form.tsx'
import { useStoredSettingsRow } from '../../../forms/use-stored-row.ts'
import { SpinnerOrLoadError } from '../../../kit/LoadError.tsx'
import { PageForm } from '../../../kit/PageForm.tsx'
import { Panel } from '../../../kit/Panel.tsx'
import { toast } from '../../../kit/toast.ts'
import { useSignedInUser } from '../../../session/session.tsx'
import { BiometricsSettingsPanel } from './BiometricsSettingsPanel.tsx'
import { ContingencySwitch, ElectronicReceiptsForm } from './ElectronicReceiptsForm.tsx'
import { FiscalRanges } from './FiscalRanges.tsx'
import { FiscalSettingsForm } from './FiscalSettingsForm.tsx'
import {
  AttendanceRetentionSettings,
  DebtRulesSettings,
  DiscountLimitsSettings,
  PeopleInsideSettings,
} from './gym-rules.tsx'
import { formatTimeZone, TimeZoneSelect } from './TimeZoneSelect.tsx'

type Editable = Omit<GymInfo, 'id' | 'logo_url' | 'logo_path' | 'keep_attendances_years'>

type GymInfoValues = Record<keyof Editable, string>

const toValues = (gym: GymInfo): GymInfoValues => ({
  name: gym.name,
  phone_number: gym.phone_number ?? '',
  address: gym.address ?? '',
  email: gym.email ?? '',
  timeZone: gym.timeZone,
  opening_hours: gym.opening_hours ?? '',
  services: gym.services ?? '',
})

const toBody = ({ name, timeZone, ...texts }: GymInfoValues): Editable => ({
  name: name.trim(),
  timeZone,
  phone_number: emptyToNull(texts.phone_number),
  address: emptyToNull(texts.address),
  email: emptyToNull(texts.email),
  opening_hours: emptyToNull(texts.opening_hours),
  services: emptyToNull(texts.services),
})

const validate = makeValidator(GymInfoChange, toBody)

export function GymTab() {
  const { stored, query } = useStoredSettingsRow('gym-info.read')
  const show = useEndpoint('show-info.read', {})
  const guide = useEndpoint('guide.read', {}, { refetchInterval: installationPollIntervalMs }).data
  if (!stored || !show.data) return <SpinnerOrLoadError queries={[query, show]} />
  return (
    <>
      <InstallationState state={guide?.installation} zone={stored.row.timeZone} />
      <HelpLink page="copias">Ayuda: copias y restauración</HelpLink>
      <GymSettings stored={stored} show={show.data} />
      <FiscalSection />
      <FirstStepsGuide guide={guide} always />
    </>
  )
}

function FiscalSection() {
  const { stored, query } = useStoredSettingsRow('fiscal.settings')
  if (!stored) return <SpinnerOrLoadError queries={[query]} />
  return (
    <Stack gap="1.25rem" mt="1.25rem">
      <FiscalSettingsForm stored={stored} />
      {stored.row.country !== 'none' && (
        <>
          <ElectronicReceiptsForm stored={stored} />
          {stored.row.mode === 'electronic' && <ContingencySwitch since={stored.row.contingency_since ?? null} />}
          <FiscalRanges />
        </>
      )}
    </Stack>
  )
}

function GymSettings({ stored, show }: { stored: StoredRow<GymInfo>; show: PrintedGymFields }) {
  const gym = stored.row
  const { form, field, picture, dialog } = usePageForm({
    stored,
    toValues,
    toBody,
    validate,
    update: (_, body, __, send) => send('gym-info.update', { body }),
    updated: 'Información del gimnasio editada con éxito',
    picture: { folder: 'gyms', field: 'logo', pathOf: ({ logo_path }) => logo_path },
  })
  const shownLogo = useChosenImageUrl(picture.choice, gym.logo_url)
  return (
    <SimpleGrid cols={{ base: 1, xl: 2 }} spacing="1.25rem" style={{ alignItems: 'start' }}>
      <Stack gap="1.25rem">
        <PageForm {...dialog} title="Información del gimnasio" submitLabel="Guardar" ready={dialog.dirty}>
          <ImageField label="Logo" square {...picture} currentUrl={gym.logo_url} />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput required maxLength={255} {...field('name', 'Nombre')} />
            <TextInput type="tel" maxLength={20} {...field('phone_number', 'Teléfono')} />
            <TextInput type="email" maxLength={255} {...field('email', 'Correo')} />
            <TextInput maxLength={255} {...field('address', 'Dirección')} />
          </SimpleGrid>
          <TimeZoneSelect {...field('timeZone', 'Zona horaria', { show: formatTimeZone })} />
          {/* The new time zone takes effect when the form is saved, so a notice explains the consequences. */}
          {form.values.timeZone !== gym.timeZone && <ZoneNotice zone={form.values.timeZone} />}
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <Textarea minRows={3} maxLength={1000} {...field('opening_hours', 'Horario')} />
            <Textarea minRows={3} maxLength={1000} {...field('services', 'Servicios')} />
          </SimpleGrid>
        </PageForm>
        <PeopleInsideSettings zone={gym.timeZone} />
        <AttendanceRetentionSettings stored={stored} />
        <DiscountLimitsSettings />
        <DebtRulesSettings />
        <BiometricsSettingsPanel zone={stored.row.timeZone} />
      </Stack>
      <BillPreview gym={{ ...gym, ...toBody(form.values), logo_url: shownLogo }} show={show} />
    </SimpleGrid>
  )
}

function ZoneNotice({ zone }: { zone: string }) {
  return (
    <Alert color="yellow" role="status" title="Los días se contarán en esta zona">
      Allí son ahora las {formatInstant(zone, now().toISOString()).split(' ').reverse().join(' del ')}. Al guardar
      cambian el «hoy» de todas las pantallas, la medianoche en que terminan las membresías y la hora del reporte
      diario. Lo ya registrado no cambia de instante, pero puede caer en otro día.
    </Alert>
  )
}

const fields: { field: keyof PrintedGymFields; label: string }[] = [
  { field: 'name', label: 'Nombre' },
  { field: 'phone_number', label: 'Teléfono' },
  { field: 'address', label: 'Dirección' },
  { field: 'email', label: 'Correo' },
  { field: 'opening_hours', label: 'Horario' },
  { field: 'services', label: 'Servicios' },
  { field: 'logo_url', label: 'Logo' },
]

export function BillPreview({ gym, show }: { gym: GymInfo; show: PrintedGymFields }) {
  const { user } = useSignedInUser()
  const { shown, change } = useShowInfo(show)
  const issuer = useEndpoint('fiscal.issuer', {}, { enabled: useFiscalCountry() !== 'none' }).data ?? null
  const bill = makeSampleBill({ gym, shown, fiscal: issuer }, user.name)
  return (
    <Panel title="Vista en Factura">
      <Checkbox.Group
        label="Campos que aparecen en la factura"
        description="Cada cambio se guarda al momento."
        value={fields.filter(({ field }) => shown[field]).map(({ field }) => field)}
      >
        <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="sm" verticalSpacing="sm" mt="sm">
          {fields.map(({ field, label }) => (
            <Checkbox
              key={field}
              value={field}
              label={label}
              onChange={({ currentTarget }) => change({ [field]: currentTarget.checked })}
            />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <Box bd="1px solid var(--mantine-color-default-border)" bdrs="sm" style={{ overflow: 'hidden' }}>
        <Bill bill={bill} />
      </Box>
      <Text size="sm" c="dimmed">
        Así se imprime cada factura, con productos de ejemplo. Sigue lo que escribes en el formulario.
      </Text>
    </Panel>
  )
}

/** Shows a clicked checkbox at once, until the answers to all clicks have arrived. */
function useShowInfo(stored: PrintedGymFields) {
  const client = useQueryClient()
  const [clicked, setClicked] = useState<Partial<PrintedGymFields>>({})
  const isLast = () => client.isMutating({ mutationKey: ['show-info'] }) <= 1
  const { mutate } = useMutation({
    mutationKey: ['show-info'],
    // Requests with the same scope are sent one after another, in click order.
    scope: { id: 'show-info' },
    mutationFn: (body: Partial<PrintedGymFields>) => call('show-info.update', { body }),
    onError: (error) => toast.failure(error.name, error.message),
    onSettled: async () => {
      if (isLast()) await refetchArea(client, getCallAreaName('show-info.read'))
      if (isLast()) setClicked({})
    },
  })
  const change = (click: Partial<PrintedGymFields>) => {
    setClicked((before) => ({ ...before, ...click }))
    mutate(click)
  }
  return { shown: { ...stored, ...clicked }, change }
}
