// The plain Go client that the verifier is measured against, and the instant server that all of them talk to.
//
//	peer serve                    prints its URL, answers until its stdin ends
//	peer run URL JOURNEYS LANES   create, read, list, remove, gone; checks what it sent
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
)

type thing struct {
	ID   int    `json:"id"`
	Name string `json:"name"`
	Size int    `json:"size"`
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == "serve" {
		serve()
		return
	}
	journeys, _ := strconv.Atoi(os.Args[3])
	lanes, _ := strconv.Atoi(os.Args[4])
	run(os.Args[2], journeys, lanes)
}

func serve() {
	var lock sync.Mutex
	things := map[int]thing{}
	next := 0
	answer := func(w http.ResponseWriter, status int, body any) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(body)
	}
	http.HandleFunc("/things", func(w http.ResponseWriter, r *http.Request) {
		lock.Lock()
		defer lock.Unlock()
		if r.Method == "POST" {
			var one thing
			_ = json.NewDecoder(r.Body).Decode(&one)
			next++
			one.ID = next
			things[next] = one
			answer(w, 201, one)
			return
		}
		// Newest first, ten at a time, as lists are.
		data := []thing{}
		page, _ := strconv.Atoi(r.URL.Query().Get("page"))
		skip := max(0, page-1) * 10
		for id := next; id > 0 && len(data) < 10; id-- {
			if one, found := things[id]; found {
				if skip > 0 {
					skip--
				} else {
					data = append(data, one)
				}
			}
		}
		answer(w, 200, map[string]any{"data": data})
	})
	http.HandleFunc("/things/", func(w http.ResponseWriter, r *http.Request) {
		id, _ := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/things/"))
		lock.Lock()
		defer lock.Unlock()
		one, found := things[id]
		if !found {
			answer(w, 404, map[string]string{"error": "no such thing"})
		} else if r.Method == "DELETE" {
			delete(things, id)
			w.WriteHeader(204)
		} else {
			answer(w, 200, one)
		}
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Printf("http://%s\n", listener.Addr())
	go func() { _ = http.Serve(listener, nil) }()
	_, _ = io.Copy(io.Discard, os.Stdin)
}

func run(url string, journeys, lanes int) {
	http.DefaultTransport.(*http.Transport).MaxIdleConnsPerHost = lanes
	work := make(chan int)
	var done sync.WaitGroup
	for range lanes {
		done.Go(func() {
			for index := range work {
				journey(url, fmt.Sprintf("chair-%d", index))
			}
		})
	}
	for index := range journeys {
		work <- index
	}
	close(work)
	done.Wait()
}

func journey(url, name string) {
	var made, read thing
	var list struct{ Data []thing }
	call("POST", url+"/things", 201, thing{Name: name, Size: 3}, &made)
	check(made.Name == name)
	item := fmt.Sprintf("%s/things/%d", url, made.ID)
	call("GET", item, 200, nil, &read)
	check(read == made)
	call("GET", url+"/things", 200, nil, &list)
	found := false
	for _, one := range list.Data {
		found = found || one == made
	}
	check(found)
	call("DELETE", item, 204, nil, nil)
	call("GET", item, 404, nil, nil)
}

func call(method, url string, status int, body any, into any) {
	var content io.Reader
	if body != nil {
		text, _ := json.Marshal(body)
		content = bytes.NewReader(text)
	}
	request, _ := http.NewRequest(method, url, content)
	request.Header.Set("Authorization", "Bearer tok-admin-1234")
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := http.DefaultClient.Do(request)
	check(err == nil)
	text, err := io.ReadAll(response.Body)
	check(err == nil && response.Body.Close() == nil && response.StatusCode == status)
	if into != nil {
		check(json.Unmarshal(text, into) == nil)
	}
}

func check(holds bool) {
	if !holds {
		panic("the server did not answer as it should")
	}
}
