import { PageHeader } from '../../shell/PageHeader.tsx'
import { ContactInfo } from './ContactInfo.tsx'
import { SupportForm } from './SupportForm.tsx'
import classes from './support.module.css'

export function SupportPage() {
  return (
    <>
      <PageHeader />
      <div className={classes.columns}>
        <SupportForm />
        <ContactInfo />
      </div>
    </>
  )
}
