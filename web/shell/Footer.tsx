import { KeysButton } from '../ui/keys/KeysButton.tsx';
import classes from './layout.module.css';

const registrar = {
  address: ['Office of the University Registrar', '215 Aldrich Hall', 'Irvine, CA 92697-4975'],
  hours: 'Office hours: 8:00 a.m. to 5:00 p.m. Monday through Friday',
  mail: 'registrar@uci.edu',
};

export function Footer() {
  return (
    <footer className={classes.footer}>
      <address>{registrar.address.join(', ')}</address>
      <span>{registrar.hours}</span>
      <a href={`mailto:${registrar.mail}`}>E-mail Registrar</a>
      <KeysButton />
    </footer>
  );
}
