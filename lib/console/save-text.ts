/** Hands a text to the browser as a download. */
export function saveText(name: string, contentType: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: contentType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // the download has begun by then
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
