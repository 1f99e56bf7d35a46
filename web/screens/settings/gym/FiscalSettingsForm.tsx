import { Alert, NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { defaultFiscalSettings, type FiscalSettings, FiscalSettingsChange } from '@torniquete/contract/fiscal/fiscal.ts'
import { formatError } from '@torniquete/contract/shared/errors.ts'
import { formatMoney } from '@torniquete/contract/shared/money.ts'
import { fiscalRangesAnchor } from '../../../features/fiscal/FiscalRangeWarnings.tsx'
import { TaxIdField } from '../../../features/fiscal/TaxIdField.tsx'
import { HelpLink } from '../../../features/help/HelpLink.tsx'
import { validateRequiredText } from '../../../forms/use-action-form.tsx'
import { makeValidator, type RecordForm, type StoredRow, usePageForm } from '../../../forms/use-record-form.tsx'
import { PageForm } from '../../../kit/PageForm.tsx'
import { MoneyField } from '../../../kit/ParsedField.tsx'
import { ProvinceMunicipalityFields } from './ProvinceMunicipalityFields.tsx'

const toValues = (settings: FiscalSettings) => ({
  country: settings.country,
  tax_id: settings.tax_id ?? '',
  legal_name: settings.legal_name ?? '',
  trade_name: settings.trade_name ?? '',
  branch: settings.branch ?? '',
  address: settings.address ?? '',
  municipality: settings.municipality ?? '',
  province: settings.province ?? '',
  buyer_from: settings.buyer_from ?? defaultFiscalSettings.buyer_from,
})

type Values = ReturnType<typeof toValues>

/** Without a country the other fields are hidden and keep their stored values. */
const toBody = (values: Values): Partial<Values> => (values.country === 'none' ? { country: 'none' } : values)

const validateFields = makeValidator(FiscalSettingsChange, toBody)
const validate = (values: Values) => ({
  ...(values.country !== 'none' && {
    tax_id: validateRequiredText(values.tax_id),
    legal_name: validateRequiredText(values.legal_name),
  }),
  ...validateFields(values),
})

function findFieldOfRefusal({ message }: Error, { country }: Values): Record<string, string> | null {
  if (message === formatError('fiscal.numbers-used')) return { [country === 'none' ? 'country' : 'tax_id']: message }
  return message === formatError('fiscal.range-overlap') ? { tax_id: message } : null
}

const countryLabels = { none: 'Ninguno', DO: 'República Dominicana' } as const
const countryChoices = Object.entries(countryLabels).map(([value, label]) => ({ value, label }))

export function FiscalSettingsForm({ stored }: { stored: StoredRow<FiscalSettings> }) {
  const navigate = useNavigate()
  const { form, field, dialog } = usePageForm({
    stored,
    toValues,
    toBody,
    validate,
    update: async ({ country }, body, _, send) => {
      const saved = await send('fiscal.set-settings', { body })
      // The ranges, which appear now, scroll into view.
      if (country === 'none')
        void navigate({ to: '.', search: true, hash: fiscalRangesAnchor, replace: true, ignoreBlocker: true })
      return saved
    },
    updated: 'Comprobantes fiscales guardados',
    errorsOf: findFieldOfRefusal,
  })
  const { country } = form.values
  return (
    <PageForm {...dialog} title="Comprobantes fiscales" submitLabel="Guardar" ready={dialog.dirty}>
      <NativeSelect
        data={countryChoices}
        maw={{ xs: 320 }}
        {...field('country', 'País', {
          description: country === 'none' && 'Ninguno: las facturas no llevan comprobante fiscal (NCF)',
          show: (code) => countryLabels[code],
        })}
      />
      {country !== 'none' && <IdentityOfIssuer field={field} />}
      {country !== 'none' && stored.row.country === 'none' && (
        <Alert color="yellow" role="status" title="Qué hace falta después de guardar">
          Desde que guardes, cada venta lleva un número de comprobante. Registra enseguida los rangos que te autorizó la
          DGII: Factura de Consumo (B02), sin el que no se puede vender; Factura de Crédito Fiscal (B01), para quien la
          pide con su RNC; y Nota de Crédito (B04), para anular.
        </Alert>
      )}
      <HelpLink page="comprobantes-fiscales" apart>
        Ayuda: comprobantes fiscales
      </HelpLink>
    </PageForm>
  )
}

function IdentityOfIssuer({ field }: { field: RecordForm<Values>['field'] }) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }}>
        <TaxIdField required {...field('tax_id', 'RNC')} />
        <TextInput required maxLength={150} {...field('legal_name', 'Razón social')} />
        <TextInput maxLength={150} {...field('trade_name', 'Nombre comercial')} />
        <TextInput maxLength={100} {...field('branch', 'Sucursal')} />
        <TextInput maxLength={200} {...field('address', 'Dirección')} />
        <ProvinceMunicipalityFields field={field} />
      </SimpleGrid>
      <MoneyField
        required
        maw={{ xs: 320 }}
        {...field('buyer_from', 'Pedir los datos del comprador desde', {
          description: 'Desde este total, la factura de consumo lleva el RNC o la cédula y el nombre del comprador',
          show: formatMoney,
        })}
      />
      <Text size="sm" c="dimmed">
        Los precios incluyen el ITBIS: se saca de cada precio, y lo que paga el cliente no cambia.
      </Text>
    </>
  )
}
