import '@mantine/core/styles/Switch.layer.css'
import { Group, NativeSelect, SimpleGrid, Switch, Text } from '@mantine/core'
import { expiryWarningDays } from '@torniquete/contract/fiscal/do/receipt-numbers.ts'
import { dgiiEnvironments, type FiscalSettings, fiscalModes } from '@torniquete/contract/fiscal/fiscal.ts'
import { signingCertificateErrors } from '@torniquete/contract/fiscal/receipts.ts'
import { addDays, formatDate, toLocalDay } from '@torniquete/contract/shared/dates.ts'
import { formatError } from '@torniquete/contract/shared/errors.ts'
import { type ReactNode, useState } from 'react'
import { getFieldErrors } from '../../../api/api-error.ts'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import { describeContingency } from '../../../features/fiscal/document-texts.ts'
import {
  dgiiEnvironmentLabels,
  formatReceiptType,
  listMissingReceiptTypes,
  listUsableRanges,
} from '../../../features/fiscal/range-texts.ts'
import { HelpLink } from '../../../features/help/HelpLink.tsx'
import { ActionDialog } from '../../../forms/ActionDialog.tsx'
import { type StoredRow, usePageForm } from '../../../forms/use-record-form.tsx'
import { ConfirmDialog } from '../../../kit/ConfirmDialog.tsx'
import { IconCircle, IconCircleCheckFilled, IconFileImport, IconPlus } from '../../../kit/icons.ts'
import { PageForm } from '../../../kit/PageForm.tsx'
import { Panel } from '../../../kit/Panel.tsx'
import { OpenDialogButton } from '../../../navigation/OpenDialogButton.tsx'
import { useGymClock } from '../../../session/gym-clock.ts'

type Mode = (typeof fiscalModes)[number]
type Environment = (typeof dgiiEnvironments)[number]

const modeTexts: Record<Mode, { label: string; hint: string }> = {
  paper: { label: 'En papel (serie B)', hint: 'Cada venta lleva un número de la serie B, y no se envía nada.' },
  electronic: { label: 'Electrónicos (serie E)', hint: 'Se firman al vender, y se envían solos a la DGII.' },
}

const environmentHints: Record<Environment, string> = {
  test: 'Para probar sin límite. Los comprobantes no tienen valor fiscal: no vendas así a tus clientes.',
  certification:
    'Solo mientras haces el proceso con el que la DGII te autoriza. Los comprobantes no tienen valor fiscal.',
  production: 'Los comprobantes valen ante la DGII y cuentan para tus impuestos.',
}

const toValues = ({ mode, environment = 'test' }: FiscalSettings) => ({ mode, environment })

const isInProduction = ({ mode, environment }: Pick<FiscalSettings, 'mode' | 'environment'>) =>
  mode === 'electronic' && environment === 'production'

/** Mode of the receipts and environment of DGII, below the steps to get there. */
export function ElectronicReceiptsForm({ stored }: { stored: StoredRow<FiscalSettings> }) {
  const { form, field, dialog } = usePageForm({
    stored,
    toValues,
    update: (_, body, __, send) => send('fiscal.set-settings', { body }),
    updated: 'Comprobantes electrónicos guardados',
    validate: ({ mode }) => ({
      mode:
        mode === 'electronic' && !stored.row.address && 'Escribe antes la dirección, arriba: va en cada comprobante',
    }),
    errorsOf: (error) => {
      // The server also checks fields of the form above.
      const [refusal] = Object.values(getFieldErrors(error))
      const isOfCertificate = signingCertificateErrors.some((name) => formatError(name) === error.message)
      return refusal || isOfCertificate ? { mode: refusal ?? error.message } : null
    },
  })
  const [asking, setAsking] = useState(false)
  const { mode, environment } = form.values
  const begins = isInProduction(form.values) && !isInProduction(stored.row)
  return (
    <>
      <PageForm
        {...dialog}
        title="Comprobantes electrónicos (e-CF)"
        submitLabel="Guardar"
        ready={dialog.dirty}
        onSubmit={(event) => {
          if (!begins || form.validate().hasErrors) return dialog.onSubmit(event)
          event.preventDefault()
          setAsking(true)
        }}
      >
        <ElectronicSteps settings={stored.row} />
        <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }}>
          <NativeSelect
            data={fiscalModes.map((value) => ({
              value,
              label: modeTexts[value].label,
              disabled: value === 'electronic' && !stored.row.certificate,
            }))}
            {...field('mode', 'Modo', {
              description: stored.row.certificate
                ? modeTexts[mode].hint
                : 'Sube antes el certificado para elegir los electrónicos',
              show: (value) => modeTexts[value].label,
            })}
          />
          <NativeSelect
            data={dgiiEnvironments.map((value) => ({ value, label: dgiiEnvironmentLabels[value] }))}
            {...field('environment', 'Ambiente de la DGII', {
              description: environmentHints[environment],
              show: (value) => dgiiEnvironmentLabels[value],
            })}
          />
        </SimpleGrid>
        <HelpLink page="comprobantes-electronicos" apart>
          Ayuda: comprobantes electrónicos
        </HelpLink>
      </PageForm>
      {asking && (
        <ConfirmDialog
          title="Pasar a producción"
          confirmLabel="Pasar a producción"
          color="teal"
          onConfirm={() => {
            setAsking(false)
            dialog.onSubmit()
          }}
          onCancel={() => setAsking(false)}
        >
          Desde ahora cada venta se envía a la DGII y cuenta para tus impuestos. Hazlo solo si la DGII ya te autorizó
          como emisor electrónico. Los rangos E de prueba no sirven: hacen falta los de producción. Si todavía no los
          registraste, guarda antes En papel y Producción, regístralos, y elige después Electrónicos.
        </ConfirmDialog>
      )}
    </>
  )
}

function ElectronicSteps({ settings }: { settings: FiscalSettings }) {
  const { certificate } = settings
  const ranges = useEndpoint('fiscal.ranges', {}).data
  const usable = listUsableRanges(ranges ?? [], settings.environment)
  const missing = ranges ? listMissingReceiptTypes(usable, 'E', ['active', 'queued']) : []
  return (
    <ol>
      <Step
        title="Certificado de firma"
        done={Boolean(certificate)}
        action={
          <OpenDialogButton variant="default" size="xs" Icon={IconFileImport} to="/settings/certificate">
            {certificate ? 'Cambiar certificado' : 'Subir certificado'}
          </OpenDialogButton>
        }
      >
        {certificate ? (
          <CertificateText {...certificate} />
        ) : (
          'El archivo .p12 con su contraseña, a nombre de la persona que la DGII autorizó.'
        )}
      </Step>
      <Step
        title="Rangos de la serie E"
        done={ranges !== undefined && missing.length === 0}
        action={
          missing.length > 0 && (
            <OpenDialogButton variant="default" size="xs" Icon={IconPlus} to="/settings/ranges/new/electronic">
              Registrar rango E
            </OpenDialogButton>
          )
        }
      >
        {missing.length > 0
          ? `Faltan los de ${new Intl.ListFormat('es').format(missing.map(formatReceiptType))}.`
          : 'Los de consumo, crédito fiscal y notas de crédito.'}
      </Step>
      <Step title="Pruebas y certificación" done={isInProduction(settings)}>
        Elige abajo «Electrónicos» en el ambiente de pruebas. Cuando todo salga bien, pasa al de certificación y haz el
        proceso de la DGII.
      </Step>
      <Step title="Producción" done={isInProduction(settings)}>
        Cuando la DGII te autorice como emisor electrónico.
      </Step>
    </ol>
  )
}

interface StepProps {
  title: string
  done: boolean
  action?: ReactNode
  children: ReactNode
}

function Step({ title, done, action, children }: StepProps) {
  const Icon = done ? IconCircleCheckFilled : IconCircle
  return (
    <Group component="li" wrap="nowrap" align="start" gap="0.625rem" py={6}>
      <Icon
        size={20}
        style={{ flex: 'none', marginTop: 2 }}
        color={done ? 'var(--mantine-primary-color-filled)' : 'var(--mantine-color-dimmed)'}
        aria-label={done ? 'Hecho' : 'Pendiente'}
        role="img"
      />
      <div>
        <Text fw={600}>{title}</Text>
        <Text size="sm" c="dimmed" component="div">
          {children}
        </Text>
        {action && <Group mt={6}>{action}</Group>}
      </div>
    </Group>
  )
}

function CertificateText({ subject, valid_until }: NonNullable<FiscalSettings['certificate']>) {
  const clock = useGymClock()
  if (!clock) return subject
  const { zone, today } = clock
  const day = toLocalDay(zone, new Date(valid_until))
  const isEnding = day <= addDays(today, expiryWarningDays)
  return (
    <>
      {subject} ·{' '}
      <span data-tone={isEnding ? 'bad' : undefined}>
        {day < today ? 'venció' : isEnding ? 'vence' : 'válido hasta'} el {formatDate(day)}
        {isEnding && ': pide otro y súbelo aquí'}
      </span>
    </>
  )
}

/** Takes effect at once, after a question about the consequences. */
export function ContingencySwitch({ since }: { since: string | null }) {
  const zone = useGymClock()?.zone
  const [asks, setAsks] = useState(false)
  return (
    <Panel title="Contingencia">
      <Switch
        label="Vender por ahora con números de la serie B"
        description={
          since && zone
            ? describeContingency(since, zone)
            : 'Para cuando no se pueden firmar comprobantes: el certificado venció o falla el sistema. Que la DGII no conteste no es motivo: se firma igual y se envía después.'
        }
        checked={since !== null}
        onChange={() => setAsks(true)}
      />
      {asks && (
        <ActionDialog
          title={since ? 'Terminar la contingencia' : 'Activar la contingencia'}
          confirmLabel={since ? 'Terminar' : 'Activar'}
          pendingLabel="Guardando"
          color={since ? 'teal' : 'red'}
          action={{
            run: (_, send) => send('fiscal.set-settings', { body: { contingency: since === null } }),
            done: ({ contingency_since }) => (contingency_since ? 'Contingencia activada' : 'Contingencia terminada'),
          }}
          onClose={() => setAsks(false)}
        >
          {since
            ? 'Las próximas ventas llevan comprobantes electrónicos. Los de la serie B que diste en contingencia se reemplazan solos por electrónicos, que se envían a la DGII.'
            : 'Las próximas ventas llevan números de la serie B en papel; hacen falta rangos B01, B02 y B04. Avísalo a la DGII en la Oficina Virtual. Cuando la termines, esos números se reemplazan solos por comprobantes electrónicos.'}
        </ActionDialog>
      )}
    </Panel>
  )
}
