/**
 * Makes what loads a screen load with it the words of an area that comes with its screens (words-of-screens.ts). A file of
 * its own, because what a till's page imports is kept on its device, with all that it could load.
 */
export const withWords =
  (area: string) =>
  <Screen>(load: () => Promise<Screen>) =>
  async (): Promise<Screen> => {
    const words = import('../language/words-of-screens.ts').then(({ loadWordsOf }) => loadWordsOf(area));
    const [screen] = await Promise.all([load(), words]);
    return screen;
  };
