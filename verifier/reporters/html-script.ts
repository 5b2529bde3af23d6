/** The report's only script: a search over all journeys, and buttons that copy a command. Without it the report shows everything, too. */
export const SCRIPT = `const all=[...document.querySelectorAll('.card,main>details,.glance tbody tr')];
const find=document.querySelector('#find');
const count=document.querySelector('#count');
find.parentElement.hidden=false;
find.addEventListener('input',()=>{const words=find.value.toLowerCase().split(/\\s+/).filter(Boolean);let shown=0;
for(const one of all){const text=one.textContent.toLowerCase();one.hidden=!words.every((word)=>text.includes(word));if(!one.hidden&&one.tagName!=='TR')shown+=1}
count.textContent=words.length?shown+' journeys':''});
addEventListener('keydown',(event)=>{if(event.key==='/'&&document.activeElement!==find){event.preventDefault();find.focus()}});
for(const pre of document.querySelectorAll('pre.copy')){const button=document.createElement('button');button.type='button';button.textContent='Copy';
button.addEventListener('click',async()=>{const range=document.createRange();range.selectNodeContents(pre);getSelection().removeAllRanges();getSelection().addRange(range);
try{await navigator.clipboard.writeText(pre.textContent)}catch{document.execCommand('copy')}button.textContent='Copied'});pre.before(button)}`;
