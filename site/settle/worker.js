// Python in a worker: the page stays alive while it thinks. All files come from beside this one.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const HERE = new URL("./", self.location.href).href;

async function bytes(name) {
  const answer = await fetch(HERE + name);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.arrayBuffer();
}

const ready = (async () => {
  const manifest = await (await fetch(HERE + "manifest.json")).json();
  // Read while Python starts.
  const archives = Promise.all(manifest.archives.map(bytes));
  const python = await loadPyodide({ indexURL: HERE + "pyodide/", packageBaseUrl: HERE + "pyodide/" });
  for (const archive of await archives) python.unpackArchive(archive, "wheel");
  const answer = python.pyimport("pitboss_page").answer;
  self.postMessage({ ready: true, manifest });
  return answer;
})();

ready.catch((error) => self.postMessage({ failed: String(error) }));

self.onmessage = async ({ data }) => {
  const answer = await ready;
  let told;
  try {
    told = answer(JSON.stringify(data));
  } catch (error) {
    told = JSON.stringify({ code: 70, text: `a fault of ours: ${error.message}` });
  }
  self.postMessage({ id: data.id, told: JSON.parse(told) });
};
