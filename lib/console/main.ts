/** Loads the page's code. If that fails, the person who waits is told so, and can try again. */
import { useKnownLanguage } from './language.ts';
import { keptTheme, themeOf } from './theme.ts';

useKnownLanguage();
// while it loads, the page is not white by night
const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
document.documentElement.dataset.theme = themeOf(keptTheme(), prefersDark);
import('./start.tsx').then(({ begin }) => begin()).catch(showFailure);

function showFailure(error: Error): void {
  console.error(error);
  const [sentence, button] = [document.createElement('p'), document.createElement('button')];
  sentence.textContent = `The planner could not start: ${error.message}`;
  sentence.setAttribute('role', 'alert');
  button.textContent = 'Try again';
  button.onclick = () => location.reload();
  const boot = document.createElement('div');
  boot.className = 'boot';
  boot.append(sentence, button);
  document.getElementById('app')!.replaceChildren(boot);
}
