import { findProvince, provinces } from '@torniquete/contract/fiscal/do/places.ts'
import { foldCaseAndAccents } from '@torniquete/contract/shared/text-matching.ts'
import { type ReactNode, useMemo } from 'react'
import type { RecordForm } from '../../../forms/use-record-form.tsx'
import { ChoiceField } from '../../../kit/ChoiceField.tsx'
import { useFilteredRows } from '../../../kit/use-filtered-rows.ts'

interface Place {
  id: string
  name: string
}

const toRows = (places: readonly { code: string; name: string }[]): Place[] =>
  places.map(({ code, name }) => ({ id: code, name }))
const allProvinces = toRows(provinces)

interface PlaceFieldProps {
  label: string
  value: string
  error?: ReactNode
  onChange: (name: string) => void
}

function PlaceField({ rows, value, onChange, ...field }: PlaceFieldProps & { rows: readonly Place[] }) {
  const stored = rows.find(({ name }) => foldCaseAndAccents(name) === foldCaseAndAccents(value))
  return (
    <ChoiceField
      {...field}
      {...useFilteredRows(rows)}
      listLabel={field.label}
      nothingFound="No está en la lista de la DGII"
      clearLabel={`Quitar: ${field.label}`}
      // A name from before the list is shown as it is stored.
      value={stored ?? (value ? { id: '', name: value } : null)}
      onPick={(place) => onChange(place?.name ?? '')}
    />
  )
}

/** Province and municipality as DGII names them. */
export function ProvinceMunicipalityFields({
  field,
}: {
  field: RecordForm<{ province: string; municipality: string }>['field']
}) {
  const province: PlaceFieldProps = field('province', 'Provincia')
  const municipality: PlaceFieldProps = field('municipality', 'Municipio')
  const municipalities = useMemo(() => toRows(findProvince(province.value)?.municipalities ?? []), [province.value])
  return (
    <>
      <PlaceField
        {...province}
        rows={allProvinces}
        onChange={(name) => {
          province.onChange(name)
          municipality.onChange('')
        }}
      />
      <PlaceField {...municipality} rows={municipalities} />
    </>
  )
}
