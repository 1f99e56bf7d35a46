import type { GymInfo, ShowInfo } from '@torniquete/contract/gym-info.ts'
import { useMemo, useState } from 'react'
import type { ImageChoice } from '../../../api/images.ts'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import { ImageField, useChosenImage } from '../../../forms/ImageField.tsx'
import { QueryState } from '../../../kit/LoadError.tsx'
import { PageForm } from '../../../kit/PageForm.tsx'
import { logoFallback } from '../../../kit/Picture.tsx'
import { useSettingsForm } from '../use-settings-form.ts'
import { BillPreview } from './BillPreview.tsx'
import { GymInfoFields } from './GymInfoFields.tsx'
import classes from './gym.module.css'
import { bodyOf, validateGymInfo, valuesOf } from './gym-info-values.ts'
import { KeptAttendances } from './KeptAttendances.tsx'
import { useSaveGymInfo } from './use-save-gym-info.ts'

export function GymTab() {
  const gym = useEndpoint('gym-info.read', {})
  const show = useEndpoint('show-info.read', {})
  if (!gym.data || !show.data) return <QueryState queries={[gym, show]} />
  return <GymSettings gym={gym.data} show={show.data} />
}

function GymSettings({ gym, show }: { gym: GymInfo; show: ShowInfo }) {
  const stored = useMemo(() => valuesOf(gym), [gym])
  const form = useSettingsForm(stored, validateGymInfo)
  const [logo, setLogo] = useState<ImageChoice>(null)
  const shownLogo = useChosenImage(logo, gym.logo_url)
  const save = useSaveGymInfo(
    gym,
    (saved, sent) => {
      form.adopt(sent.values, valuesOf(saved))
      setLogo((chosen) => (chosen === sent.logo ? null : chosen))
    },
    form.setErrors,
  )
  const dirty = form.isDirty() || logo !== null
  return (
    <div className={classes.columns}>
      <div className={classes.column}>
        <PageForm
          title="Información del gimnasio"
          submitLabel="Guardar"
          pending={save.pending}
          dirty={dirty}
          ready={dirty}
          onSubmit={form.onSubmit((values) => save.submit({ values, logo }))}
        >
          <ImageField
            label="Logo"
            square
            fallback={logoFallback}
            choice={logo}
            onChoice={setLogo}
            currentUrl={gym.logo_url}
            error={form.errors.image}
          />
          <GymInfoFields form={form} storedZone={gym.timeZone} />
        </PageForm>
        <KeptAttendances gym={gym} />
      </div>
      <BillPreview gym={{ ...gym, ...bodyOf(form.values), logo_url: shownLogo }} show={show} />
    </div>
  )
}
